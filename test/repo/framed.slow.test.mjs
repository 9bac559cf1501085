// A page in a frame of another site: everything works there but allowing something. Real frames, real presses, real servers.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { html, openTagSite } from './tag-site.mjs';

let site;
before(async () => {
  site = await openTagSite();
});
after(() => site?.close());

const TAG = '<script src="/dist/mcp-embed.iife.js"></script>';
const client = (attributes = '') =>
  html(TAG, `<mcp-client url="${site.server}" storage="none" ${attributes}></mcp-client>`);
const framing = (address, style = '') =>
  html('', `<iframe width="1000" height="640" style="border: 0; ${style}" src="${address}"></iframe>`);
/** A page of this origin in a frame of the other one. */
const framedElsewhere = (attributes, style) =>
  site.page(framing(site.page(client(attributes), { at: site.there }), style));

/** Opens a page, and has the server ask for a form. */
async function asked(address, { within = (page) => page.frameLocator('iframe') } = {}) {
  const { page, context } = await site.visit(address);
  const where = within(page);
  await where.getByRole('option', { name: /trigger-elicitation-request/ }).click();
  await where.getByRole('button', { name: /^Run / }).click();
  const dialog = where.getByRole('alertdialog');
  await dialog.waitFor();
  const approve = dialog.getByRole('button', { name: /^Send to/ });
  return { page, context, where, dialog, approve, link: dialog.getByRole('link', { name: 'Open in its own tab' }) };
}

async function canOnlyDecline({ where, dialog, approve, link, context }, { hasLink = true } = {}) {
  await dialog.getByText('Nothing can be allowed while this page is inside another site.').waitFor();
  assert.equal(await approve.isVisible(), false);
  assert.equal(await link.count(), hasLink ? 1 : 0);
  // A script, a screen reader and the keyboard are no way around.
  await dialog.getByRole('button', { name: /^Send to/, includeHidden: true }).evaluate((button) => button.click());
  await dialog.press('Control+Enter');
  assert.equal(await dialog.isVisible(), true);
  await dialog.getByRole('button', { name: 'Decline' }).click();
  await where
    .getByText(/declined/)
    .first()
    .waitFor();
  await context.close();
}

async function canAllow({ where, dialog, approve, link, context }) {
  assert.equal(await dialog.getByText('Nothing can be allowed').count(), 0);
  assert.equal(await link.count(), 0);
  await dialog.getByRole('textbox').first().fill('Ann');
  await approve.and(where.locator(':not([aria-disabled])')).click();
  await where
    .getByText(/User provided|accept|Ann/)
    .first()
    .waitFor();
  await context.close();
}

describe('a page in a frame', { timeout: 240_000 }, () => {
  it('of another site can decline, and leads to a tab of its own', async () => {
    const question = await asked(framedElsewhere());
    const href = await question.link.getAttribute('href');
    assert.ok(href.startsWith(site.there.origin), href);
    const [tab] = await Promise.all([question.context.waitForEvent('page'), question.link.click()]);
    await tab.getByRole('option', { name: /get-sum/ }).waitFor();
    assert.equal(await tab.evaluate(() => opener), null);
    await tab.close();
    await canOnlyDecline(question);
  });

  it('of its own site can allow', async () => {
    await canAllow(await asked(site.page(framing(site.page(client())))));
  });

  it('of its own site, which is in a frame of another one, can only decline', async () => {
    const inner = site.page(client(), { at: site.there });
    const outer = site.page(framing(inner), { at: site.there });
    const within = (page) => page.frameLocator('iframe').frameLocator('iframe');
    await canOnlyDecline(await asked(site.page(framing(outer)), { within }));
  });

  it('with an opaque origin can only decline, and has no address to lead to', async () => {
    const escaped = client().replaceAll('&', '&amp;').replaceAll('"', '&quot;');
    const frame = `<iframe width="1000" height="640" sandbox="allow-scripts allow-forms" srcdoc="${escaped}"></iframe>`;
    await canOnlyDecline(await asked(site.page(html('', frame))), { hasLink: false });
  });

  it('without an address of its own, in a page that another site frames, can only decline', async () => {
    const escaped = client().replaceAll('&', '&amp;').replaceAll('"', '&quot;');
    const frame = html('', `<iframe width="980" height="620" srcdoc="${escaped}"></iframe>`);
    const within = (page) => page.frameLocator('iframe').frameLocator('iframe');
    const address = site.page(framing(site.page(frame, { at: site.there })));
    await canOnlyDecline(await asked(address, { within }), { hasLink: false });
  });

  it('says no to a question of a page that stopped opting in', async () => {
    const question = await asked(framedElsewhere('allow-framed-approval'));
    await question.approve.waitFor();
    await question.where.locator('mcp-client').evaluate((element) => (element.allowFramedApproval = false));
    await question.approve.waitFor({ state: 'hidden' });
    await question.context.close();
  });

  describe('of another site, where the page opted in', () => {
    it('can allow', async () => {
      await canAllow(await asked(framedElsewhere('allow-framed-approval')));
    });

    it('is not opted in by a framework that writes false as text', async () => {
      await canOnlyDecline(await asked(framedElsewhere('allow-framed-approval="false"')));
    });

    for (const [what, style] of [
      ['is transparent', 'opacity: 0.01'],
      ['has something over it', 'position: relative; z-index: 0'],
    ])
      it(`cannot while the frame ${what}, and says why`, async () => {
        const question = await asked(framedElsewhere('allow-framed-approval', style));
        const { page, dialog, approve } = question;
        await approve.waitFor();
        if (what === 'has something over it')
          await page.evaluate(() => {
            const cover = document.body.appendChild(document.createElement('div'));
            cover.id = 'cover';
            cover.style.cssText = 'position: fixed; inset: 0; z-index: 1; pointer-events: none; background: #fff';
          });
        await page.waitForTimeout(1500);
        assert.equal(await approve.getAttribute('aria-disabled'), 'true');
        await approve.click({ force: true });
        await dialog.getByText(/lies over the button, or the frame is transparent/).waitFor();
        await page.evaluate(() => {
          document.querySelector('#cover')?.remove();
          document.querySelector('iframe').style.opacity = '1';
        });
        await canAllow(question);
      });
  });
});
