import { defineErrorTexts, type ErrorTexts } from '../errors.js';

/*
 * Why content is shown another way, or not. A phrase, which begins with a small letter and has no full stop, stands in
 * other sentences: `content.family.image` in “The data is no image that is shown here.”; those of `content.json.*` follow
 * a colon.
 */
const TEMPLATES = {
  'content.asText.table': 'Shown as plain text: as a table, at most {limit, number} characters are shown.',
  'content.asText.diff': 'Shown as plain text: as changes, at most {limit, number} characters are shown.',
  'content.asText.code': 'Shown as plain text: as source, at most {limit, number} characters are shown.',
  'content.asText.json': 'Shown as plain text: as JSON, at most {limit, number} characters are shown.',
  'content.asText.deepJson': 'Shown as text: this JSON is nested more than {limit, number} deep.',
  'content.asText.notJson': 'It cannot be read as JSON.',

  'content.onRequest.svgSize':
    'This drawing has {size, bytes}. Drawing more than {limit, bytes} can stop the page for a while.',
  'content.onRequest.svgShapes': 'This drawing repeats its shapes so often that it can stop the page.',
  'content.onRequest.size': 'It has {size, bytes}. At most {limit, bytes} are shown without asking.',
  'content.onRequest.pixels':
    'It has {width, number} × {height, number} pixels, which take {memory, bytes} of memory when they are shown.',
  'content.onRequest.unknown': 'Its size is unknown, so it could take very much memory.',

  'content.tooManyPixels':
    'The image has {width, number} × {height, number} pixels. At most {limit, number} are shown here.',
  'content.tooLarge.image': 'The image has {size, bytes}. At most {limit, bytes} are opened here.',
  'content.tooLarge.audio': 'The audio has {size, bytes}. At most {limit, bytes} are opened here.',
  'content.tooLarge.resource': 'The resource has {size, bytes}. At most {limit, bytes} are opened here.',
  'content.empty.image': 'The image is empty.',
  'content.empty.audio': 'The audio is empty.',
  'content.empty.resource': 'The resource is empty.',
  'content.notBase64.image': 'The image is not valid base64.',
  'content.notBase64.audio': 'The audio is not valid base64.',
  'content.notBase64.resource': 'The resource is not valid base64.',
  'content.elsewhere.image': 'The image from another site was not loaded.',
  'content.elsewhere.audio': 'The audio from another site was not loaded.',
  'content.elsewhere.resource': 'The resource from another site was not loaded.',
  'content.elsewhere.host': 'The resource from {host} was not loaded.',
  'content.resultsTooDeep': 'Tool results are nested more than {limit, number} deep.',
  'content.unknownKind': 'Content of the kind “{kind}” is not known here.',
  'content.madeOtherwise': 'This content claims to be “{kind}”, but does not have its form.',
  'content.blobToo': {
    one: 'It also has data, {count, number} character of base64, which is not shown here.',
    other: 'It also has data, {count, number} characters of base64, which is not shown here.',
  },
  'content.noContents': 'The resource has neither text nor data.',

  'content.lie.is': 'The server says {declared}, but the data is {found}.',
  'content.lie.text': 'The server says {declared}, but the data is text.',
  'content.lie.unknown': 'The server says {declared}, but the data is of another kind, which is not known.',
  'content.lie.nothingShown': 'The server says {declared}, but the data is nothing that is shown here.',
  'content.program': 'It is a program. Run it only if you know who made it.',
  'content.dataAddress': 'The server sent an address (data:) where only the data belongs.',
  'content.wrongValue': 'Its “{name}” is {kind}, not {wanted}: {value}',

  'content.file.zip': 'ZIP archive',
  'content.file.gzip': 'gzip archive',
  'content.file.sevenZip': '7-Zip archive',
  'content.file.rar': 'RAR archive',
  'content.file.bzip2': 'bzip2 archive',
  'content.file.xz': 'xz archive',
  'content.file.zstandard': 'Zstandard archive',
  'content.file.tar': 'tar archive',
  'content.file.java': 'Java archive',
  'content.file.pdf': 'PDF document',
  'content.file.word': 'Word document',
  'content.file.excel': 'Excel workbook',
  'content.file.powerpoint': 'PowerPoint presentation',
  'content.file.oldOffice': 'older Office document',
  'content.file.openDocument': 'OpenDocument file',
  'content.file.rtf': 'RTF document',
  'content.file.epub': 'EPUB book',
  'content.file.sqlite': 'SQLite database',
  'content.file.parquet': 'Parquet table',
  'content.file.tiff': 'TIFF image',
  'content.file.heic': 'HEIC image',
  'content.file.photoshop': 'Photoshop image',
  'content.file.icon': 'icon',
  'content.file.quicktime': 'QuickTime video',
  'content.file.matroska': 'Matroska video',
  'content.file.avi': 'AVI video',
  'content.file.font': 'font',
  'content.file.linuxProgram': 'Linux program',
  'content.file.wasm': 'WebAssembly program',
  'content.file.macProgram': 'macOS program',
  'content.file.windowsProgram': 'Windows program',

  'content.page.characters': 'Not shown as a page: it has {length, number} characters; the limit is {limit, number}.',
  'content.page.tags': 'Not shown as a page: it has very much markup; the limit is {limit, number} tags.',
  'content.page.depth':
    'Not shown as a page: it has tags nested very deep; the limit is {limit, number} inside each other.',
  'content.page.copies':
    'Not shown as a page: it leaves formatting open, which comes back too often; the limit is {limit, number} copies.',
  'content.page.unread': 'Not shown as a page: this HTML could not be read.',
  'content.page.forbidden':
    'Not shown as a page: the security policy of this page does not let “mcp-embed” read HTML (trusted-types mcp-embed).',
  'content.page.unstable': 'Not shown as a page: this HTML reads differently each time it is read.',

  'content.plain.markdownCharacters':
    'Not formatted: Markdown of {length, number} characters; the limit is {limit, number} characters.',
  'content.plain.htmlCharacters':
    'Not formatted: HTML of {length, number} characters; the limit is {limit, number} characters.',
  'content.plain.tags': 'Not formatted: text with very much markup; the limit is {limit, number} tags.',
  'content.plain.oddTags':
    'Not formatted: text with very much markup; the limit is {limit, number} tags that are not shown.',
  'content.plain.depth':
    'Not formatted: text with very much markup; the limit is {limit, number} tags inside each other.',
  'content.plain.attributes': 'Not formatted: text with very much markup; the limit is {limit, number} attributes.',
  'content.plain.copies': 'Not formatted: HTML that leaves formatting open; the limit is {limit, number} copies of it.',
  'content.plain.links': 'Not formatted: its links would be far longer than the text itself.',
  'content.plain.abandoned': 'Not formatted: nobody is waiting for it.',
  'content.plain.forbidden':
    'Not formatted: the security policy of this page does not let “mcp-embed” read HTML (trusted-types mcp-embed).',
  'content.plain.markdownUnread': 'Not formatted: the Markdown engine could not read this text.',
  'content.plain.htmlUnread': 'Not formatted: the sanitizer could not read this text.',
  'content.plain.failed': 'Not formatted. {problem}',
  'content.plain.failedRemedy': 'Not formatted. {problem} {remedy}',
  'content.deepLines': {
    one: 'Shown as it came: {count, number} line that is nested more than {limit, number} deep.',
    other: 'Shown as it came: {count, number} lines that are nested more than {limit, number} deep.',
  },

  'content.unseen.tableRow': 'row of a table',
  'content.unseen.codeBlock': 'beside a code block',
  'content.unseen.linkTitle': 'title of a link',
  'content.unseen.imageTitle': 'title of an image',
  'content.unseen.linkAddress': 'address of a link',

  'content.family.image': 'image',
  'content.family.audio': 'audio',
  'content.family.video': 'video',
  'content.remote.status': 'The site answered with an error ({status}) instead.',
  'content.remote.tooLarge': 'It is larger than what is shown here.',
  'content.remote.otherFamily': 'The data is no {families, disjunction} that is shown here.',
  'content.remote.tooManyShapes': 'It is a drawing with more shapes than are drawn here.',

  'content.tableTooLong': 'This text is too long to be shown as a table.',
  'content.treeTooLong': 'This text is too long to be shown as a tree.',
  'content.invalidJson': 'This text is not valid JSON. Line {line}, column {column}: {problem}',
  'content.json.openQuote': 'this text has no closing quote.',
  'content.json.backslash': 'this text has a backslash that JSON does not allow.',
  'content.json.controlCharacter':
    'this text has a line break or control character in it; JSON writes {sign} and the like.',
  'content.json.value': 'this is not a JSON value.',
  'content.json.leadingZero': 'a number begins with 0.',
  'content.json.point': 'a number has no digit after its point.',
  'content.json.exponent': 'a number has no digit after its e.',
  'content.json.digits': 'a number has more than a million digits.',
  'content.json.commaTooMany': 'there is a comma too many before {close}.',
  'content.json.name': 'a name in double quotes is expected.',
  'content.json.colon': 'a colon is expected after the name.',
  'content.json.afterEnd': 'there is something after the end of the JSON.',
  'content.json.comma': 'a comma or {close} is expected.',
  'content.json.endsEarly': 'the JSON ends too early.',
} as const;

/** The error texts of this folder. */
export const errorText: ErrorTexts<typeof TEMPLATES> = defineErrorTexts(TEMPLATES);
