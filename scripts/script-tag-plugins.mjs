// What the script-tag build (vite.bundle.config.ts) does beyond bundling.

/**
 * Two policies of one name are an error under Trusted Types, and it would stop Lit. The page may well have a Lit of its
 * own, so the copy in our bundle has a policy of its own.
 * @returns {import('vite').Plugin}
 */
export function ownLitPolicy() {
  const THEIRS = 'createPolicy("lit-html"';
  let found = false;
  return {
    name: 'own-lit-policy',
    transform(code, id) {
      if (!/\/lit-html\/(?:[a-z]+\/)*lit-html\.js/.test(id) || !code.includes(THEIRS)) return null;
      found = true;
      return { code: code.replace(THEIRS, 'createPolicy("mcp-embed-lit"'), map: null };
    },
    buildEnd(error) {
      if (!error && !found) this.error(`Lit no longer says ${THEIRS}: rename its Trusted Types policy another way`);
    },
  };
}
