/* A ZIP archive without compression, of {path: Uint8Array}. */

function zip(files) {
  const table = Array.from({length: 256}, (_, n) => { for (let k = 0; k < 8; k++) n = n & 1 ? 0xedb88320 ^ (n >>> 1) : n >>> 1; return n >>> 0; });
  const crc = bytes => { let c = 0xffffffff; for (const b of bytes) c = table[(c ^ b) & 255] ^ (c >>> 8); return (c ^ 0xffffffff) >>> 0; };
  const parts = [], index = [];
  let at = 0;
  const numbers = (...fields) => { // [bytes, value]
    const out = [];
    for (const [size, value] of fields) for (let k = 0; k < size; k++) out.push(Math.floor(value / 256 ** k) & 255);
    return Uint8Array.from(out);
  };
  for (const path in files) {
    const name = new TextEncoder().encode(path), bytes = files[path];
    const common = [[2, 20], [2, 0x800], [2, 0], [2, 0], [2, 0x5c21], [4, crc(bytes)], [4, bytes.length], [4, bytes.length], [2, name.length], [2, 0]];
    index.push(numbers([4, 0x02014b50], [2, 20], ...common, [2, 0], [2, 0], [2, 0], [4, 0], [4, at]), name);
    const head = numbers([4, 0x04034b50], ...common);
    parts.push(head, name, bytes);
    at += head.length + name.length + bytes.length;
  }
  const size = index.reduce((sum, part) => sum + part.length, 0), n = Object.keys(files).length;
  return new Blob([...parts, ...index, numbers([4, 0x06054b50], [2, 0], [2, 0], [2, n], [2, n], [4, size], [4, at], [2, 0])]);
}
