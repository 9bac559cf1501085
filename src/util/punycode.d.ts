/** The part of the package that is used here; it brings no types. @see https://github.com/mathiasbynens/punycode.js */
declare module 'punycode.js' {
  const punycode: {
    /** The text that a label without its `xn--` stands for (RFC 3492). @throws RangeError for a text that is not Punycode */
    decode(encoded: string): string;
  };
  export default punycode;
}
