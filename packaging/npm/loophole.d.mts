/** A model in JSON, as an object or its text, or the words of a puzzle, such as "gunport 6x6". */
export type Problem = string | object;

/** What a run reports on its way: one object whenever a bound improves. */
export interface Progress { seconds?: number; lower_bound?: number | string | null; upper_bound?: number | string | null; [member: string]: unknown }

/** `progress` and `signal`; every other member is an option of the command line: {card: 'totalizer', timeLimit: 10}. */
export interface Options {
  progress?: (report: Progress) => void;
  signal?: AbortSignal;
  [option: string]: unknown;
}

/** What `--json` prints; docs/model/json.md describes every member. */
export interface Answer {
  loophole: string;
  schema: number;
  puzzle: string;
  instance: string;
  solution: string | null;
  verified: boolean | null;
  evidence: { kind: string; [member: string]: unknown }[];
  [member: string]: unknown;
}
export interface Solution extends Answer {
  status: 'optimal' | 'satisfiable' | 'unsatisfiable' | 'unknown';
  objective_value: number | string | null;
  lower_bound: number | string | null;
  upper_bound: number | string | null;
  unique: boolean | null;
}
export interface Count extends Answer { solution_count: number | string; complete: boolean; more: boolean | null }
export interface Explanation extends Answer { rules: string[]; givens: number; minimal: boolean }

export interface RunResult { status: number; out: string; err: string; files: Record<string, Uint8Array> }

/** What was refused: `message` is the program's sentence, `status` its exit status. */
export class LoopholeError extends Error { status: number; }

/** A game of `play`: docs/model/script.md lists its orders, questions and answers. */
export interface Game {
  readonly orders: string[];
  /** The answer to a question: "state", "hint", "ask", "best" ... */
  ask(question?: string): Promise<Record<string, unknown>>;
  /** A move, such as "touch 1,6" or "undo". Returns the state after it; a refused one is a LoopholeError, and no move. */
  move(order: string): Promise<Record<string, unknown>>;
}

/** The program in one worker. Calls follow one another; for calls at the same time make several. */
export class Loophole {
  solve(problem: Problem, options?: Options): Promise<Solution>;
  count(problem: Problem, options?: Options): Promise<Count>;
  explain(problem: Problem, options?: Options): Promise<Explanation>;
  /** Whether there is exactly one solution; null if a limit came before that was decided. */
  unique(problem: Problem, options?: Options): Promise<boolean | null>;
  /** The text of a new puzzle with one solution. */
  generate(problem: Problem, options?: Options): Promise<string>;
  play(problem: Problem, options?: Record<string, unknown>): Game;
  /** Any command line. Files are in memory: `files` are there at the start, `wanted` names those to return. */
  run(args: string[], options?: {
    input?: string; files?: Record<string, string | Uint8Array>; wanted?: string[]; keep?: boolean;
    progress?: (report: Progress) => void; signal?: AbortSignal;
  }): Promise<RunResult>;
  /** Ends the worker and the call that it is in. */
  close(): void;
}
