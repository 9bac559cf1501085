import { expect } from '@open-wc/testing';
import { everythingUrl, modernUrl, script } from '/__servers__.js';
import '../../components/define/all.js';
import type { McpServerReportElement } from '../../components/index.js';
import type { Session } from '../../src/index.js';
import { ClientHarness } from '../e2e/client-harness.js';
import { copiedAndSaved } from '../fixtures/copied-and-saved.js';
import { eventually } from '../fixtures/eventually.js';
import { sessions } from '../fixtures/sessions.js';
import { Reader } from '../support/harness/reader.js';

describe('<mcp-server-report>', () => {
  const { create, open } = sessions();
  const made: Reader[] = [];
  const { copied, saved } = copiedAndSaved();

  afterEach(() => {
    for (const reader of made.splice(0)) reader.remove();
  });

  function report(session: Session | undefined): Reader<McpServerReportElement> {
    const element = document.createElement('mcp-server-report');
    element.session = session;
    document.body.append(element);
    const reader = new Reader(element);
    made.push(reader);
    return reader;
  }
  const withTools = (...tools: readonly object[]): Promise<string> =>
    script({ replies: { 'tools/list': { result: { tools } } } });
  const BAD = { name: 'delete everything', inputSchema: { type: 'object', properties: { a: { type: 'int' } } } };

  it('tells who the server is, its revision, its capabilities with what they mean, and its instructions', async () => {
    const reader = report(await open(everythingUrl));
    await reader.reads('Everything Reference Server');
    await reader.reads('2025-11-25, with a session');
    await reader.reads(/resources\.subscribe\s+yes\s+It reports when a watched resource changes\./);
    await reader.reads('Instructions for a model');
    const modern = report(await open(modernUrl));
    await modern.reads('2026-07-28, stateless');
  });

  it('says of each capability whether it is there', async () => {
    const reader = report(await open(await withTools()));
    await reader.reads(/tools\.listChanged\s+no\s+It reports when its list of tools changes/);
    await reader.reads('This server has no tools.');
  });

  it('measures how fast it answers, in both eras, and tells where it does not', async () => {
    for (const url of [everythingUrl, modernUrl]) {
      const reader = report(await open(url));
      await reader.press('Measure');
      await reader.reads(/5 pings: .+ in the middle, .+ to .+\./);
    }
    const session = await open(everythingUrl);
    const reader = report(session);
    await reader.reads('Measure');
    await session.close();
    await reader.until(
      () => reader.button('Measure')?.getAttribute('aria-disabled') === 'true',
      'no measuring without a connection',
    );
  });

  it('tells what the tools cost a model, the most expensive first', async () => {
    const reader = report(await open(everythingUrl));
    await reader.reads(/\d+ tools: about [\d,]+ tokens in each request that offers them all\./);
    await reader.until(
      () => reader.all('mcp-table-view')[0]?.shadowRoot?.textContent.includes('trigger-'),
      'the table',
    );
  });

  it('lists what to improve, the gravest first, the same words once; and shows only what is grave', async () => {
    const url = await withTools(BAD, { name: 'b', description: 'B', inputSchema: { type: 'object' } });
    const reader = report(await open(url));
    await reader.reads(/2 errors?|1 error/);
    const rows = await reader.until(() => {
      const found = reader.all<HTMLTableRowElement>('.findings tbody tr');
      return found.length > 2 && found;
    }, 'findings');
    expect(rows[0]!.textContent)
      .to.contain('error')
      .and.to.contain('There is no type')
      .and.to.contain('input/properties/a');
    const missing = rows.filter((row) => row.textContent.includes('no output schema'));
    expect(missing).to.have.length(1);
    expect(missing[0]!.textContent.replaceAll(/\s+/g, ' ')).to.contain('delete everything, b');
    const select = reader.all<HTMLSelectElement>('[data-name="severity-select"]')[0]!;
    select.value = 'error';
    select.dispatchEvent(new Event('change', { bubbles: true }));
    await reader.until(() => reader.all('.findings tbody tr').length === 1, 'errors only');
  });

  it('copies the report as Markdown, and saves it as JSON and its findings as CSV', async () => {
    const url = await withTools({ ...BAD, name: '=HYPERLINK("x")', description: 'a | b' });
    const reader = report(await open(url));
    await reader.press('Copy the report as Markdown');
    await eventually(() => copied.length === 1);
    expect(copied[0])
      .to.match(/^# /)
      .and.to.contain('| error | =HYPERLINK("x") | input/properties/a | There is no type "int". |');
    await reader.press('Save the report as JSON');
    await eventually(() => saved.length === 1);
    const json = JSON.parse(saved[0]![1]) as { findings: { rule: string }[] };
    expect(json).to.include({ format: 'mcp-embed-server-report', version: 1 });
    expect(json.findings.map(({ rule }) => rule)).to.include('schema.lint.typeUnknown');
    await reader.press('Save the findings as CSV');
    await eventually(() => saved.length === 2);
    expect(saved[1]![0]).to.match(/\.csv$/);
    // For a spreadsheet it would be a formula.
    expect(saved[1]![1]).to.contain(`"'=HYPERLINK(""x"")"`);
  });

  it('reads the tools again when they change', async () => {
    const session = await open(
      await script({
        replies: {
          'tools/list': [{ result: { tools: [] } }, { result: { tools: [BAD] } }],
        },
      }),
    );
    const reader = report(session);
    await reader.reads('This server has no tools.');
    await session.tools.refresh();
    await reader.reads('1 tool: about');
  });

  it('says why it has nothing to show', async () => {
    await report(undefined).reads('Inside <mcp-client>, <mcp-session> or with its session property set');
    await report(create(everythingUrl)).reads('Nothing is known about this server yet');
  });

  it('is behind the name of the server, in a client that wants it', async () => {
    const harness = await ClientHarness.connect(everythingUrl, { serverReport: true });
    made.push(harness);
    await harness.press(/About this server/);
    await harness.reads('What its tools cost a model');
    const without = await ClientHarness.connect(everythingUrl, {});
    made.push(without);
    await without.press(/About this server/);
    await without.reads('Instructions for the model');
    expect(without.shows('What its tools cost a model')).to.equal(false);
  });
});
