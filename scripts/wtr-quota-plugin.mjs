// WTR command for Chromium: gives the origin of the tests as many bytes as the payload says, until it says undefined.
// In tests: await executeServerCommand('set-quota', 5_000_000). False where the browser cannot.
export function quotaPlugin() {
  return {
    name: 'set-quota',
    async executeCommand({ command, payload, session }) {
      if (command !== 'set-quota') return undefined;
      const page = session.browser.getPage(session.id);
      try {
        const cdp = await page.createCDPSession();
        const origin = new URL(page.url()).origin;
        await cdp.send('Storage.overrideQuotaForOrigin', {
          origin,
          ...(payload !== undefined && payload !== null && { quotaSize: payload }),
        });
        return true;
      } catch {
        return false;
      }
    },
  };
}
