// WTR command for Chromium through puppeteer: every media feature, forced colours and contrast included.
// In tests: await executeServerCommand('emulate-features', { 'forced-colors': 'active', 'prefers-contrast': 'more' }); {} resets.
export function mediaFeaturesPlugin() {
  const cdp = new WeakMap();
  return {
    name: 'emulate-features',
    async executeCommand({ command, payload, session }) {
      if (command !== 'emulate-features') return undefined;
      const page = session.browser.getPage(session.id);
      if (!page.createCDPSession) return false;
      try {
        if (!cdp.has(page)) cdp.set(page, await page.createCDPSession());
        await cdp.get(page).send('Emulation.setEmulatedMedia', {
          media: '',
          features: Object.entries(payload ?? {}).map(([name, value]) => ({ name, value })),
        });
        return true;
      } catch {
        return false;
      }
    },
  };
}
