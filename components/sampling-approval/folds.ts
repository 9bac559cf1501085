import type { ReactiveControllerHost } from 'lit';
import type { ContentBlock, SamplingRequest, Tool } from '../../src/index.js';
import { toJson } from '../../src/util/json.js';
import { foldedCharacters } from '../approval-queue/question.js';
import { partKey, toolKey } from './request.js';

/** Messages, and tools, that are shown at first. A button shows the rest. */
export const SHOWN_AT_FIRST = 20;
/** Characters of JSON, or of the texts in a block, that are shown without a fold. */
const OPEN_CHARACTERS = 400;

/** A part of the request that the person has not opened yet. */
export interface Unseen {
  readonly key: string;
  /** Characters of it that were never shown. */
  readonly characters: number;
}

/** The keys of the folds. Each is the end of the id of its summary or button too. */
export const FOLDS = {
  system: 'system',
  messages: 'more-messages',
  tools: 'more-tools',
  metadata: 'metadata',
  description: (tool: number): string => `description-${tool}`,
  definition: (tool: number): string => `definition-${tool}`,
} as const;

/** The id of the summary of a fold. */
export function foldId(key: string): string {
  return `fold-${key}`;
}

interface Reading {
  readonly request: SamplingRequest;
  /** True if all messages and tools are shown. */
  readonly whole: boolean;
  /** True for texts that were open for editing, which shows them whole. */
  readonly wasEdited: (key: string) => boolean;
  /** True for parts that the model does not get. */
  readonly isOut: (key: string) => boolean;
}

/** Remembers the opened folds of a question: a model gets only text that the person could read. */
export class Folds {
  readonly #host: ReactiveControllerHost;
  readonly #seen = new Set<string>();
  /** Objects are counted once: a request can have megabytes, and is drawn every second. */
  readonly #lengths = new Map<object, number>();

  constructor(host: ReactiveControllerHost) {
    this.#host = host;
  }

  /** For another question. */
  clear(): void {
    this.#seen.clear();
    this.#lengths.clear();
  }

  readonly see = (key: string): void => {
    if (this.#seen.has(key)) return;
    this.#seen.add(key);
    this.#host.requestUpdate();
  };

  /** The folded parts that were never opened, from the top. */
  unseenIn({ request, whole, wasEdited, isOut }: Reading): readonly Unseen[] {
    const { systemPrompt = '', messages, tools = [], metadata } = request;
    const shown = (count: number): number => (whole ? count : Math.min(count, SHOWN_AT_FIRST));
    const parts = messages.flatMap(({ content }, m) =>
      content.flatMap((block, b) => {
        const key = partKey(m, b);
        return isOut(key) ? [] : [{ m, key, block }];
      }),
    );
    const given = tools.flatMap((tool, at) => (isOut(toolKey(at)) ? [] : [{ tool, at }]));
    const folds: Unseen[] = [
      { key: FOLDS.system, characters: foldedCharacters(systemPrompt) },
      ...parts
        .filter(({ m }) => m < shown(messages.length))
        .map(({ key, block }) => ({ key, characters: this.inBlock(block) })),
      {
        key: FOLDS.messages,
        characters: sum(
          parts.filter(({ m }) => m >= shown(messages.length)).map(({ block }) => this.#charactersIn(block)),
        ),
      },
      ...given
        .filter(({ at }) => at < shown(tools.length))
        .flatMap(({ tool, at }) => [
          { key: FOLDS.description(at), characters: foldedCharacters(tool.description ?? '') },
          { key: FOLDS.definition(at), characters: this.inDefinition(tool) },
        ]),
      {
        key: FOLDS.tools,
        characters: sum(given.filter(({ at }) => at >= shown(tools.length)).map(({ tool }) => this.#jsonLength(tool))),
      },
      { key: FOLDS.metadata, characters: this.inJson(metadata) },
    ];
    return folds.filter(({ key, characters }) => characters > 0 && !this.#seen.has(key) && !wasEdited(key));
  }

  /** Characters of JSON that are behind a fold. */
  inJson(value: object | undefined): number {
    return folded(value === undefined ? 0 : this.#jsonLength(value));
  }

  /** The same for a definition without the description, which is shown above it. */
  inDefinition(tool: Tool): number {
    return folded(this.#jsonLength(tool) - (tool.description?.length ?? 0));
  }

  /** Characters of a block that are behind a fold. */
  inBlock(block: ContentBlock): number {
    return block.type === 'text' ? foldedCharacters(block.text) : folded(this.#charactersIn(block));
  }

  #jsonLength(value: object): number {
    const known = this.#lengths.get(value) ?? toJson(value).length;
    this.#lengths.set(value, known);
    return known;
  }

  /** Characters of the texts of a block, which a model reads. */
  #charactersIn(block: ContentBlock): number {
    switch (block.type) {
      case 'text':
        return block.text.length;
      case 'resource':
        return block.resource.text?.length ?? 0;
      case 'tool_use':
        return this.#jsonLength(block.input);
      case 'tool_result':
        return (
          sum(block.content.map((inner) => this.#charactersIn(inner))) + this.#valueLength(block.structuredContent)
        );
      case 'unreadable':
        return this.#valueLength(block.raw);
      default:
        return 0;
    }
  }

  #valueLength(value: unknown): number {
    if (value === undefined) return 0;
    return typeof value === 'object' && value !== null ? this.#jsonLength(value) : toJson(value).length;
  }
}

function folded(length: number): number {
  return length > OPEN_CHARACTERS ? length : 0;
}

export function sum(numbers: readonly number[]): number {
  return numbers.reduce((all, each) => all + each, 0);
}
