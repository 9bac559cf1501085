import '../../components/define/all.js';
import type { McpClientElement } from '../../components/client/client.js';
import { setPressGuard } from '../../components/approval-queue/press-guard.js';
import { Reader } from '../support/harness/reader.js';

/** A `<mcp-client>`, as a person uses it. */
export class ClientHarness extends Reader<McpClientElement> {
  /** Puts a client for that server on the page. @param within what it is put into; the body where nothing is said */
  static async open(
    url: string,
    settings: Partial<McpClientElement> = {},
    within: Element = document.body,
  ): Promise<ClientHarness> {
    // What comes after a press is what these tests are about, not when it counts. Not all of them run in the test framework.
    setPressGuard({ waitMs: 0 });
    const element = document.createElement('mcp-client');
    element.storage = 'none';
    Object.assign(element, settings, { url });
    within.append(element);
    await element.updateComplete;
    return new ClientHarness(element);
  }

  /** Puts a client for that server on the page and waits until it is connected. */
  static async connect(...given: Parameters<typeof ClientHarness.open>): Promise<ClientHarness> {
    const harness = await ClientHarness.open(...given);
    await harness.until(() => harness.element.status === 'ready', 'connected');
    return harness;
  }

  /** Opens one of the sections and chooses an item by the name it is shown under, or its raw name. */
  async choose(section: 'Tools' | 'Resources' | 'Prompts', item: string): Promise<void> {
    await this.press(new RegExp(`^${section}`));
    (await this.option(item)).click();
  }
}
