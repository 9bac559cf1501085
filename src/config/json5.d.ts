/**
 * The module of the package, by its path: what the package names for browsers is made for old ones and adds core-js to the
 * page. It brings no types for it. @see https://github.com/json5/json5
 */
declare module 'json5/dist/index.mjs' {
  const json5: {
    /** @throws SyntaxError with `lineNumber` and `columnNumber` */
    parse(text: string): unknown;
  };
  export default json5;
}
