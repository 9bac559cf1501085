// A PNG, made here: enough of the format for a picture of flat colours.
import { crc32, deflateSync } from 'node:zlib';

const SIZE = 96;
const YELLOW = [245, 200, 20];
const BLUE = [25, 75, 170];
const BLACK = [25, 25, 25];
const RED = [200, 35, 40];
const WHITE = [250, 250, 250];

/** Colour of a point; x and y run from 0 to 1. */
const flags = {
  kilo: (x) => (x < 0.5 ? YELLOW : BLUE),
  lima: (x, y) => (x < 0.5 === y < 0.5 ? YELLOW : BLACK),
  hotel: (x) => (x < 0.5 ? WHITE : RED),
};

/** @returns {Buffer} the bytes of a PNG image, 96 by 96. */
export function signalFlag(name) {
  const colour = flags[name];
  const rows = Buffer.alloc(SIZE * (1 + SIZE * 3));
  let at = 0;
  for (let y = 0; y < SIZE; y++) {
    at++; // each row begins with its filter type, 0
    for (let x = 0; x < SIZE; x++) for (const part of colour(x / SIZE, y / SIZE)) rows[at++] = part;
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(SIZE, 0);
  header.writeUInt32BE(SIZE, 4);
  header.set([8, 2], 8); // 8 bits a channel, RGB
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type, data) {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const check = Buffer.alloc(4);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
}
