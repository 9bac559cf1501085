// The demo’s page that makes a client ID metadata document, by keyboard and under its policy.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, describe, it } from 'node:test';
import { openDemo } from './demo.mjs';

const URL_ = 'https://site.example/oauth/client.json';
let demo;
before(async () => {
  demo = await openDemo();
});
after(() => demo?.close());

describe('the page for a client ID metadata document', () => {
  it('makes it while somebody types, copies it, and saves it under its name', async () => {
    const { page, complaints, close } = await demo.visit('/client-id.html', {
      permissions: ['clipboard-read', 'clipboard-write'],
    });
    await page.getByLabel('Address of the document').focus();
    await page.keyboard.type(URL_);
    await page.keyboard.press('Tab');
    await page.keyboard.type('https://site.example/callback.html');
    await page.keyboard.press('Enter');
    await page.keyboard.type('http://localhost:3000/callback.html');
    await page.keyboard.press('Tab');
    await page.keyboard.type('My <b>page</b>');
    const shown = JSON.parse(await page.locator('#document').textContent());
    assert.deepEqual(shown, {
      client_id: URL_,
      client_name: 'My <b>page</b>',
      redirect_uris: ['https://site.example/callback.html', 'http://localhost:3000/callback.html'],
      application_type: 'native',
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
    });
    assert.match(await page.locator('#snippet').textContent(), /clientMetadataUrl: "https:\/\/site\.example/);
    await page.getByRole('button', { name: 'Copy' }).press('Enter');
    await page.getByText('Copied.').waitFor();
    assert.deepEqual(JSON.parse(await page.evaluate(() => navigator.clipboard.readText())), shown);
    const saving = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download' }).press('Enter');
    const saved = await saving;
    assert.equal(saved.suggestedFilename(), 'client.json');
    assert.deepEqual(JSON.parse(readFileSync(await saved.path(), 'utf8')), shown);
    assert.deepEqual(complaints, []);
    await close();
  });

  it('says at a field what is wrong with it, once somebody left it, and goes there', async () => {
    const { page, close } = await demo.visit('/client-id.html');
    const address = page.getByLabel('Address of the document');
    await address.fill('http://site.example/client.json');
    assert.equal(await address.getAttribute('aria-invalid'), null);
    await page.keyboard.press('Tab');
    assert.equal(await address.getAttribute('aria-invalid'), 'true');
    assert.match(await page.locator('#url-problem').textContent(), /must be https and have a path/);
    await address.fill(URL_);
    assert.equal(await page.locator('#url-problem').textContent(), '');
    await page.getByRole('button', { name: 'Copy' }).click();
    await page.getByText('Not yet: 2 fields need a correction.').waitFor();
    assert.equal(await page.evaluate(() => document.activeElement.id), 'redirects');
    assert.match(await page.locator('#redirects-problem').textContent(), /at least one address/);
    await page.getByLabel('Where people come back to').fill('https://other.example/callback.html');
    assert.match(await page.locator('#redirects-problem').textContent(), /at another site/);
    assert.equal(await page.getByLabel('Where people come back to').getAttribute('aria-invalid'), null);
    await close();
  });
});
