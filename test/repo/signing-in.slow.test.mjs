// Signing in as a visitor does it: the demo's library, its real authorization server, real windows and real navigation.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { openDemo, pressWhenReady } from './demo.mjs';

let demo;
let address;
let browser;

before(async () => {
  demo = await openDemo();
  ({ address, browser } = demo);
});
after(() => demo?.close());

const connected = (page) => page.getByText('Connected', { exact: true }).first().waitFor();
const wantsToBorrow = async (page, book) => {
  await page.getByRole('option', { name: /Borrow a book/ }).click();
  await page.getByRole('combobox').first().selectOption({ label: book });
  await page.getByRole('button', { name: /^Run borrow-book/ }).click();
};

describe('signing in, in the demo', () => {
  it('in a window: in, more rights, out', async () => {
    const context = await browser.newContext();
    const page = await context.newPage();
    await page.goto(new URL('sign-in.html', address).href);
    const [window] = await Promise.all([
      context.waitForEvent('page'),
      pressWhenReady(page.getByRole('button', { name: /^Sign in at/ })),
    ]);
    await window.getByRole('button', { name: 'Sign in' }).click();
    await window.getByRole('button', { name: 'Allow' }).click();
    await connected(page);
    assert.equal(window.isClosed(), true);

    await wantsToBorrow(page, 'Middlemarch');
    const [again] = await Promise.all([
      context.waitForEvent('page'),
      pressWhenReady(page.getByRole('button', { name: /^Allow at/ })),
    ]);
    await again.getByRole('button', { name: 'Allow' }).click();
    await page
      .getByText(/Middlemarch is yours until/)
      .first()
      .waitFor();

    await page.getByRole('button', { name: /About this server/ }).click();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByText(/Signed out\. .* ended the access/).waitFor();
    await context.close();
  });

  it('kept on the device: a reload asks nothing, and a second tab neither', async () => {
    const context = await browser.newContext();
    const page = await context.newPage();
    await page.goto(new URL('sign-in.html', address).href);
    await page.getByRole('checkbox', { name: /Stay signed in/ }).check();
    const [window] = await Promise.all([
      context.waitForEvent('page'),
      pressWhenReady(page.getByRole('button', { name: /^Sign in at/ })),
    ]);
    await window.getByRole('button', { name: 'Sign in' }).click();
    await window.getByRole('button', { name: 'Allow' }).click();
    await connected(page);
    await page.reload();
    await connected(page);
    const other = await context.newPage();
    await other.goto(new URL('sign-in.html', address).href);
    await connected(other);
    assert.equal(await page.getByText(/checking for changes/).count(), 0, 'what is fresh is shown as such');
    await context.close();
  });

  it('by going there and coming back: the page, what was chosen and what was typed are there again', async () => {
    const context = await browser.newContext();
    const page = await context.newPage();
    await page.goto(new URL('sign-in.html?way=redirect', address).href);
    await pressWhenReady(page.getByRole('button', { name: /^Sign in at/ }));
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('button', { name: 'Allow' }).click();
    await connected(page);
    assert.match(page.url(), /sign-in\.html\?way=redirect$/, 'no code is left in the address');

    await wantsToBorrow(page, 'Snow Country');
    await pressWhenReady(page.getByRole('button', { name: /^Allow at/ }));
    await page.getByRole('button', { name: 'Allow' }).click();
    await connected(page);
    await page.getByRole('button', { name: /^Run borrow-book/ }).waitFor();
    // A stored draft is read after the form is there.
    const chosen = page.getByRole('combobox').first().locator('option:checked', { hasText: 'Snow Country' });
    await chosen.waitFor({ state: 'attached' });
    await page.getByRole('button', { name: /^Run borrow-book/ }).click();
    await page
      .getByText(/Snow Country is yours until/)
      .first()
      .waitFor();
    await context.close();
  });
});
