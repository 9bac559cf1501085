/** The smallest things of each format, base64 unless said otherwise. */
export const base64 = (bytes: string): string => btoa(bytes);

/** One transparent pixel. */
export const PNG: string =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAAC0lEQVR4nGNgAAIAAAUAAXpeqz8AAAAASUVORK5CYII=';
export const GIF = 'R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7';
/** Beginnings: enough for the signature, not for a picture. */
export const JPEG: string = base64('\xff\xd8\xff\xe0\0\x10JFIF\0\x01');
export const WEBP: string = base64('RIFF\x1a\0\0\0WEBPVP8L');
export const MP3: string = base64('ID3\x04\0\0\0\0\0\0');
export const OGG: string = base64('OggS\0\x02\0\0\0\0\0\0');
/** 8 kHz, one channel, one sample. */
export const WAV: string = base64(
  'RIFF\x25\0\0\0WAVEfmt \x10\0\0\0\x01\0\x01\0\x40\x1f\0\0\x40\x1f\0\0\x01\0\x08\0data\x01\0\0\0\x80',
);
/** Text. */
export const SVG =
  '<?xml version="1.0"?><!-- a dot --><svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"><circle cx="4" cy="4" r="4"/></svg>';
