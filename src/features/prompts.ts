import { readPromptResult } from '../protocol/check/prompt.js';
import type { Prompt, PromptResult } from '../protocol/model.js';
import { Catalog, type CatalogCache } from './catalog.js';
import { promptsKind } from './catalogs.js';
import type { CallOptions, Requester } from './requester.js';

/** @see https://modelcontextprotocol.io/specification/2026-07-28/server/prompts */
export class Prompts extends Catalog<Prompt> {
  constructor(requester: Requester, cache: Promise<CatalogCache>) {
    super(promptsKind, requester, cache);
  }

  /**
   * The messages of a prompt. Arguments are strings only.
   * @throws ProtocolError when the server has no such prompt or lacks an argument
   */
  async get(
    name: string,
    args: Readonly<Record<string, string>> = {},
    options: CallOptions = {},
  ): Promise<PromptResult> {
    const raw = await this.requester.request('prompts/get', { name, arguments: args }, options);
    return readPromptResult(raw);
  }
}
