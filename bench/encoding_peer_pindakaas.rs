// pindakaas's encoders: PROGRAM KIND ENCODER N K [=] prints a line, as bench/encoding_peer_loophole.c does. bench/encoding-peers
// builds and runs both.
use pindakaas::bool_linear::*;
use pindakaas::cardinality::{Cardinality, SortingNetworkEncoder};
use pindakaas::cardinality_one::{CardinalityOne, LadderEncoder, PairwiseEncoder};
use pindakaas::{ClauseDatabase, Cnf, Encoder, IntEncoding, Lit, Unsatisfiable};

extern "C" {
    fn clock() -> i64; // of POSIX: CPU time in microseconds
}

const COEFFICIENTS: [i64; 8] = [3, 5, 2, 7, 4, 9, 6, 8];

fn weights(n: usize) -> Vec<i64> {
    let mut state = n as u64;
    let mut next = || {
        state = (state * 1103515245 + 12345) % (1 << 31);
        1 + (state >> 16) as i64 % 100
    };
    (0..n).map(|_| next()).collect()
}

type Encoded = Result<(), Unsatisfiable>;

fn encode<W, K, O>(db: &mut Cnf, weighted: W, cardinality: K, one: O, c: &BoolLinear) -> Encoded
where
    W: Encoder<Cnf, NormalizedBoolLinear>,
    K: Encoder<Cnf, Cardinality>,
    O: Encoder<Cnf, CardinalityOne>,
{
    LinearEncoder::new(StaticLinEncoder::new(weighted, cardinality, one), BoolLinAggregator::default()).encode(db, c)
}

fn encode_with(db: &mut Cnf, encoder: &str, c: &BoolLinear) -> Encoded {
    let one = PairwiseEncoder::default();
    match encoder {
        "AdderEncoder" => encode(db, AdderEncoder::default(), AdderEncoder::default(), one, c),
        "BddEncoder" => encode(db, BddEncoder::default(), BddEncoder::default(), one, c),
        "SwcEncoder" => encode(db, SwcEncoder::default(), SwcEncoder::default(), one, c),
        "TotalizerEncoder" => encode(db, TotalizerEncoder::default(), TotalizerEncoder::default(), one, c),
        "TotalizerEncoder:0" => {
            let mut totalizer = TotalizerEncoder::default();
            totalizer.add_cutoff(Some(0));
            encode(db, totalizer.clone(), totalizer, one, c)
        }
        "SortingNetworkEncoder" => encode(db, AdderEncoder::default(), SortingNetworkEncoder::default(), one, c),
        "LadderEncoder" => encode(db, AdderEncoder::default(), AdderEncoder::default(), LadderEncoder::default(), c),
        _ => panic!("unknown encoder {encoder}"),
    }
}

/// An integer from 0 to `top`, with the clauses of its form.
fn integer(db: &mut Cnf, form: &str, top: i64) -> BoolLinExp {
    let mut literals = |n: i64| -> Vec<Lit> { (0..n).map(|_| db.new_lit()).collect() };
    match form {
        "direct" => {
            let vals = literals(top + 1);
            let sum = BoolLinExp::from_slices(&vec![1; vals.len()], &vals);
            encode_with(db, "LadderEncoder", &BoolLinear::new(sum, Comparator::Equal, 1)).unwrap();
            BoolLinExp::from(IntEncoding::Direct { first: 0, vals: &vals })
        }
        "order" => {
            let vals = literals(top);
            for pair in vals.windows(2) {
                db.add_clause([!pair[1], pair[0]]).unwrap();
            }
            BoolLinExp::from(IntEncoding::Order { first: 0, vals: &vals })
        }
        "log" => {
            let bits = literals(64 - i64::from(top.leading_zeros()));
            let sum = BoolLinExp::from(IntEncoding::Log { signed: false, bits: &bits });
            encode_with(db, "AdderEncoder", &BoolLinear::new(sum.clone(), Comparator::LessEq, top)).unwrap();
            sum
        }
        _ => panic!("unknown kind {form}"),
    }
}

fn formula(kind: &str, encoder: &str, n: usize, k: i64, comparator: Comparator) -> Cnf {
    let mut db = Cnf::default();
    let (sum, bound) = if kind == "card" || kind == "pb" {
        let w = if kind == "pb" { weights(n) } else { vec![1; n] };
        let x: Vec<Lit> = (0..n).map(|_| db.new_lit()).collect();
        (BoolLinExp::from_slices(&w, &x), if kind == "pb" { w.iter().sum::<i64>() / 2 } else { k })
    } else {
        let mut sum = BoolLinExp::default();
        for c in &COEFFICIENTS[..n] {
            sum += integer(&mut db, kind, k) * *c;
        }
        (sum, COEFFICIENTS[..n].iter().sum::<i64>() * k / 2)
    };
    encode_with(&mut db, encoder, &BoolLinear::new(sum, comparator, bound)).unwrap();
    db
}

fn main() {
    let a: Vec<String> = std::env::args().collect();
    let (n, k) = (a[3].parse().unwrap(), a[4].parse().unwrap());
    if a.len() > 5 {
        print!("{}", formula(&a[1], &a[2], n, k, Comparator::Equal));
        return;
    }
    let from = unsafe { clock() };
    for times in 1.. {
        let db = formula(&a[1], &a[2], n, k, Comparator::LessEq);
        let size = (db.variables(), db.clauses(), db.literals());
        drop(db);
        let used = unsafe { clock() } - from;
        if used >= 300000 {
            println!("{} {} {} {:.3}", size.0, size.1, size.2, used as f64 / 1e3 / f64::from(times));
            return;
        }
    }
}
