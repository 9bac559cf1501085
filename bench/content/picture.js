// PNG files made on the spot: each another picture of noise, some 200 KB, as screenshots are.
const WIDTH = 256;
const HEIGHT = 256;

const TABLE = Array.from({ length: 256 }, (_, index) => {
  let value = index;
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? 0xedb88320 ^ (value >>> 1) : value >>> 1;
  return value >>> 0;
});

/** Base64 of a PNG file, another one for each number. */
export function picture(number) {
  const pixels = new Uint8Array(HEIGHT * (WIDTH * 3 + 1));
  let seed = number + 1;
  for (let at = 0; at < pixels.length; at++) {
    seed = (seed * 1103515245 + 12345) & 0x7fffffff;
    pixels[at] = at % (WIDTH * 3 + 1) === 0 ? 0 : seed >> 16;
  }
  const header = new Uint8Array(13);
  const view = new DataView(header.buffer);
  view.setUint32(0, WIDTH);
  view.setUint32(4, HEIGHT);
  header.set([8, 2, 0, 0, 0], 8);
  const file = [
    new Uint8Array([137, 80, 78, 71, 13, 10, 26, 10]),
    chunk('IHDR', header),
    chunk('IDAT', stored(pixels)),
    chunk('IEND', new Uint8Array()),
  ];
  let text = '';
  for (const part of file) for (const byte of part) text += String.fromCharCode(byte);
  return btoa(text);
}

/** Deflate without compressing: blocks as they are. */
function stored(bytes) {
  const parts = [[0x78, 0x01]];
  for (let start = 0; start < bytes.length; start += 65535) {
    const piece = bytes.subarray(start, start + 65535);
    const { length } = piece;
    parts.push(
      [start + 65535 >= bytes.length ? 1 : 0, length & 255, length >> 8, ~length & 255, (~length >> 8) & 255],
      piece,
    );
  }
  let a = 1;
  let b = 0;
  for (const byte of bytes) b = (b + (a = (a + byte) % 65521)) % 65521;
  parts.push([b >> 8, b & 255, a >> 8, a & 255]);
  const out = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    out.set(part, at);
    at += part.length;
  }
  return out;
}

function chunk(name, body) {
  const out = new Uint8Array(body.length + 12);
  const view = new DataView(out.buffer);
  view.setUint32(0, body.length);
  for (let index = 0; index < 4; index++) out[4 + index] = name.charCodeAt(index);
  out.set(body, 8);
  let sum = 0xffffffff;
  for (const byte of out.subarray(4, 8 + body.length)) sum = TABLE[(sum ^ byte) & 255] ^ (sum >>> 8);
  view.setUint32(8 + body.length, ~sum >>> 0);
  return out;
}
