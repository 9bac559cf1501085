import type { ErrorParams, ErrorText } from '../errors.js';
import type { ContentBlock, ResourceContents } from '../protocol/model.js';
import type { AddressReading } from './uri.js';

/** Data as received. It is decoded when a person wants to see or save it. */
export type EncodedData = { readonly base64: string } | { readonly text: string };

/** Data that can be saved as a file. */
export interface Savable {
  readonly data: EncodedData;
  /** In bytes. */
  readonly size: number;
  /** A safe file name, never one that a double click would run. */
  readonly fileName: string;
}

interface Noted {
  /** Warnings for the reader, as sentences. */
  readonly notes: readonly ErrorText[];
}

export interface TextPlan extends Noted {
  readonly kind: 'text';
  readonly text: string;
  readonly fileName: string;
  /** The text may be Markdown, so that view is offered. */
  readonly mayBeMarkdown: boolean;
  /** The text contains several signs of Markdown, so it is almost certainly Markdown. */
  readonly isMarkdown: boolean;
}
export interface JsonPlan extends Noted {
  readonly kind: 'json';
  /** Indented. Cut at the limit for text. */
  readonly text: string;
  /** As it came. */
  readonly source: string;
  readonly fileName: string;
}
export interface MarkdownPlan extends Noted {
  readonly kind: 'markdown';
  readonly text: string;
  readonly fileName: string;
}
export interface HtmlPlan extends Noted {
  readonly kind: 'html';
  readonly text: string;
  readonly fileName: string;
}
/** A table: CSV and similar formats. */
export interface TablePlan extends Noted {
  readonly kind: 'table';
  readonly text: string;
  readonly separator: ',' | '\t' | ';';
  readonly fileName: string;
}
/** Source code, markup or settings, shown as lines. */
export interface CodePlan extends Noted {
  readonly kind: 'code';
  readonly text: string;
  /** The language’s name for the highlighter; empty where it is not known. */
  readonly language: string;
  readonly fileName: string;
}
/** Changes of files, in the format of `diff -u` or `git diff`. */
export interface DiffPlan extends Noted {
  readonly kind: 'diff';
  readonly text: string;
  readonly fileName: string;
}
/** Content of another site, loaded only when the person allows it. */
export interface RemotePlan extends Noted {
  readonly kind: 'remote';
  readonly what: 'image' | 'audio' | 'video';
  readonly address: Extract<AddressReading, { kind: 'web' }>;
}
export type MediaKind = 'image' | 'audio' | 'video';
export interface MediaPlan<K extends MediaKind = MediaKind> extends Noted, Savable {
  readonly kind: K;
  /** The type of its bytes, not the declared one. */
  readonly mimeType: string;
  /** Name for people, for example `PNG`. */
  readonly formatName: string;
  /** It is shown on request only, because it is large or its size is unknown. */
  readonly onRequest: boolean;
  /** Why, as a sentence; undefined where it is shown at once. */
  readonly requestReason?: ErrorText | undefined;
  /**
   * In pixels, from the file’s header before it is decoded; undefined if the header does not contain it, and for sounds
   * and videos.
   */
  readonly width?: number | undefined;
  readonly height?: number | undefined;
}
/** A file that is not shown here: an archive, a document, a program, or bytes of an unknown type. */
export interface DownloadPlan extends Noted, Savable {
  readonly kind: 'download';
  /** As declared; empty where nothing was declared. */
  readonly mimeType: string;
  /** The type of its first bytes, for people: `ZIP archive`. */
  readonly formatName?: ErrorText | undefined;
  /** The browser can show it in a new tab after a click. */
  readonly opens?: 'pdf' | undefined;
  /** The bytes look like text, and can be shown as text once decoded. */
  readonly readsAsText?: boolean | undefined;
}
/** A link to a resource whose contents were not sent. */
export interface LinkPlan {
  readonly kind: 'link';
  readonly uri: string;
  readonly name: string;
  readonly title: string | undefined;
  readonly description: string | undefined;
  readonly mimeType: string | undefined;
  /** In bytes, as the server claims. */
  readonly size: number | undefined;
  readonly address: AddressReading;
}
/** An embedded resource: its URI, and a plan for its contents. */
export interface ResourcePlan {
  readonly kind: 'resource';
  readonly contents: ResourceContents;
}
export interface ToolUsePlan {
  readonly kind: 'tool-use';
  readonly id: string;
  readonly name: string;
  /** The arguments as indented JSON. */
  readonly input: string;
}
export interface ToolResultPlan {
  readonly kind: 'tool-result';
  readonly toolUseId: string;
  readonly isError: boolean;
  readonly blocks: readonly ContentBlock[];
  /** Indented JSON; undefined where there is none. */
  readonly structured: string | undefined;
}
export interface BlockedPlan {
  readonly kind: 'blocked';
  readonly reason: 'too-large' | 'too-deep' | 'remote' | 'unreadable';
  /** The reason why it is not shown, in English. */
  readonly message: string;
  /** The key and the params of `message`. */
  readonly key: string;
  readonly params: ErrorParams;
  /** The content as text, cut at the limit; undefined where text would not help. */
  readonly raw: string | undefined;
  /** The file that can be saved nevertheless. */
  readonly file?: Savable | undefined;
}

/** How one piece of content is shown. Made by `planBlock` and `planContents`; elements only render it. */
export type RenderPlan =
  | TextPlan
  | JsonPlan
  | MarkdownPlan
  | HtmlPlan
  | TablePlan
  | CodePlan
  | DiffPlan
  | RemotePlan
  | MediaPlan<'image'>
  | MediaPlan<'audio'>
  | MediaPlan<'video'>
  | DownloadPlan
  | LinkPlan
  | ResourcePlan
  | ToolUsePlan
  | ToolResultPlan
  | BlockedPlan;
