import { defineErrorTexts, type ErrorText, type ErrorTexts, type McpError } from '../errors.js';

/*
 * What a form says of wrong values and of limits. A phrase, which begins with a small letter and has no full stop, stands in
 * other sentences and alone: `schema.form.email` in “Enter an e-mail address.” and beside the label of a field.
 */
const TEMPLATES = {
  'schema.limit.characters': { one: '{count, number} character', other: '{count, number} characters' },
  'schema.limit.charactersBetween': {
    one: '{least, number} to {count, number} character',
    other: '{least, number} to {count, number} characters',
  },
  'schema.limit.charactersAtLeast': {
    one: 'at least {count, number} character',
    other: 'at least {count, number} characters',
  },
  'schema.limit.charactersAtMost': {
    one: 'at most {count, number} character',
    other: 'at most {count, number} characters',
  },
  'schema.limit.items': { one: '{count, number} item', other: '{count, number} items' },
  'schema.limit.itemsBetween': {
    one: '{least, number} to {count, number} item',
    other: '{least, number} to {count, number} items',
  },
  'schema.limit.itemsAtLeast': { one: 'at least {count, number} item', other: 'at least {count, number} items' },
  'schema.limit.itemsAtMost': { one: 'at most {count, number} item', other: 'at most {count, number} items' },
  'schema.limit.noDuplicates': 'no duplicates',
  'schema.limit.rounded': '≈ marks a number that may have lost its last digits',
  'schema.limit.json': 'JSON',
  'schema.limit.jsonOf': 'JSON: {types, disjunction}',
  'schema.limit.format': 'format {format}',
  'schema.limit.wholeNumber': 'whole number',
  'schema.limit.between': '{minimum} to {maximum}',
  'schema.limit.orMore': '{minimum} or more',
  'schema.limit.orLess': '{maximum} or less',
  'schema.limit.moreThan': 'more than {minimum}',
  'schema.limit.lessThan': 'less than {maximum}',
  'schema.limit.steps': 'in steps of {step}',
  'schema.limit.all': '{limits, unit}',

  'schema.type.null': 'null',
  'schema.type.boolean': 'true or false',
  'schema.type.number': 'a number',
  'schema.type.integer': 'a whole number',
  'schema.type.string': 'text',
  'schema.type.array': 'a list',
  'schema.type.object': 'an object',
  'schema.type.other': 'another value',

  'schema.label.null': 'None',
  'schema.label.boolean': 'Yes or no',
  'schema.label.number': 'Number',
  'schema.label.integer': 'Whole number',
  'schema.label.string': 'Text',
  'schema.label.array': 'List',
  'schema.label.object': 'Object',
  'schema.label.json': 'JSON',
  'schema.label.listOf.null': 'List of nothing',
  'schema.label.listOf.boolean': 'List of yes or no',
  'schema.label.listOf.number': 'List of numbers',
  'schema.label.listOf.integer': 'List of whole numbers',
  'schema.label.listOf.string': 'List of texts',
  'schema.label.listOf.array': 'List of lists',
  'schema.label.listOf.object': 'List of objects',
  'schema.label.ofFormat': '{kind} ({format})',
  'schema.label.either': '{kinds, disjunction}',
  'schema.label.named': '{kind}: {name}',
  'schema.label.numbered': '{kind} ({place})',
  'schema.label.oneOfSeveral': 'One of several',
  'schema.label.anything': 'Anything',
  'schema.label.namesAndValues': 'Names and values',
  'schema.label.arguments': 'Arguments',
  'schema.label.newEntry': 'New entry',
  'schema.label.emptyName': '(empty name)',
  'schema.label.value': 'The value',
  'schema.label.row': '{list} {place}',

  'schema.unit.seconds': 'seconds',
  'schema.unit.minutes': 'minutes',
  'schema.unit.hours': 'hours',
  'schema.unit.days': 'days',
  'schema.unit.weeks': 'weeks',
  'schema.unit.bytes': 'bytes',

  'schema.form.email': 'an e-mail address',
  'schema.form.fullAddress': 'a full address, like {example}',
  'schema.form.address': 'an address, like {examples, disjunction}',
  'schema.form.webAddress': 'an address that begins with {beginnings, disjunction}',
  'schema.form.date': 'a date, like {example}',
  'schema.form.dates': 'two dates, like {example}',
  'schema.form.month': 'a month, like {example}',
  'schema.form.time': 'a time, like {example}',
  'schema.form.dateTime': 'a date and time, like {example}',
  'schema.form.duration': 'a duration, like {example}',
  'schema.form.color': 'a colour, like {example}',
  'schema.form.phone': 'a phone number, like {example}',
  'schema.form.uuid': 'a UUID',
  'schema.form.hostname': 'a host name, like {example}',
  'schema.form.ipv4': 'an IPv4 address, like {example}',
  'schema.form.ipv6': 'an IPv6 address, like {example}',
  'schema.form.jsonPointer': 'a JSON Pointer, like {example}',
  'schema.form.relativeJsonPointer': 'a relative JSON Pointer, like {example}',
  'schema.form.addressTemplate': 'an address with places to fill in, like {example}',
  'schema.form.base64': 'bytes as base64',
  'schema.form.regex': 'a regular expression',
  'schema.form.wholeNumber': 'a whole number',
  'schema.form.decimal': 'a number with a point, like {example}',
  'schema.form.number': 'a number, like {examples, disjunction}',
  'schema.form.version': 'a version, like {examples, disjunction}',
  'schema.form.withoutSpaces': 'text without spaces',
  'schema.form.notOnlySpaces': 'more than spaces',
  'schema.form.oneOf': 'one of these: {choices, unit}',
  'schema.form.beginsWith': 'text that begins with “{beginning}”',
  'schema.form.only': '{kinds} only',
  'schema.form.exactly': { one: '{count, number} {kind}', other: '{count, number} {kind}' },
  'schema.form.between': {
    one: '{least, number} to {count, number} {kind}',
    other: '{least, number} to {count, number} {kind}',
  },
  'schema.form.atLeast': { one: 'at least {count, number} {kind}', other: 'at least {count, number} {kind}' },
  'schema.form.exactlyOf': { one: '{count, number} character: {kinds}', other: '{count, number} characters: {kinds}' },
  'schema.form.betweenOf': {
    one: '{least, number} to {count, number} character: {kinds}',
    other: '{least, number} to {count, number} characters: {kinds}',
  },
  'schema.form.atLeastOf': {
    one: 'at least {count, number} character: {kinds}',
    other: 'at least {count, number} characters: {kinds}',
  },
  'schema.form.beginning': '{what}, beginning with {kinds, disjunction}',
  'schema.form.ending': '{what}, then {endings, disjunction}',
  'schema.form.pattern': 'text that matches the pattern {pattern}',

  'schema.kind.letters': 'letters (a–z)',
  'schema.kind.smallLetters': 'small letters (a–z)',
  'schema.kind.capitalLetters': 'capital letters (A–Z)',
  'schema.kind.hexDigits': 'hexadecimal digits',
  'schema.kind.digits': 'digits',
  'schema.kind.underscores': 'underscores',
  'schema.kind.hyphens': 'hyphens',
  'schema.kind.points': 'points',
  'schema.kind.slashes': 'slashes',
  'schema.kind.colons': 'colons',
  'schema.kind.commas': 'commas',
  'schema.kind.spaces': 'spaces',

  'schema.quoted': '“{text}”',
  'schema.more': { one: '{count, number} more', other: '{count, number} more' },
  'schema.together': '{names}',
  'schema.semicolon': '{before}; {next}',

  'schema.required': 'This is required.',
  'schema.enterValue': 'Enter a value.',
  'schema.enterNumber': 'Enter a number.',
  'schema.enterWholeNumber': 'Enter a whole number.',
  'schema.enterJson': 'Enter JSON.',
  'schema.enterName': 'Enter a name.',
  'schema.enter': 'Enter {what}.',
  'schema.chooseYesOrNo': 'Choose yes or no.',
  'schema.chooseOne': 'Choose one.',
  'schema.chooseKind': 'Choose what kind of value this is.',

  'schema.needs': 'This needs {types, disjunction}, not {type}.',
  'schema.constant': 'This can only be {value}.',
  'schema.noneOf': {
    one: 'This is none of the {count, number} choices: {choices, unit}.',
    other: 'This is none of the {count, number} choices: {choices, unit}.',
  },
  'schema.noneOfMany': {
    one: 'This is none of the {count, number} choices: {choices}.',
    other: 'This is none of the {count, number} choices: {choices}.',
  },
  'schema.noneOfText': 'This is none of the choices: {choices}.',
  'schema.nearest': '{problem} The nearest is “{choice}”.',
  'schema.tooShort': {
    one: 'At least {count, number} character (now {now, number}).',
    other: 'At least {count, number} characters (now {now, number}).',
  },
  'schema.tooLong': {
    one: 'At most {count, number} character (now {now, number}).',
    other: 'At most {count, number} characters (now {now, number}).',
  },
  'schema.tooFewItems': {
    one: 'At least {count, number} item (now {now, number}).',
    other: 'At least {count, number} items (now {now, number}).',
  },
  'schema.tooManyItems': {
    one: 'At most {count, number} item (now {now, number}).',
    other: 'At most {count, number} items (now {now, number}).',
  },
  'schema.tooFewValues': {
    one: 'At least {count, number} value (now {now, number}).',
    other: 'At least {count, number} values (now {now, number}).',
  },
  'schema.tooManyValues': {
    one: 'At most {count, number} value (now {now, number}).',
    other: 'At most {count, number} values (now {now, number}).',
  },
  'schema.valuesAtLeast': { one: 'At least {count, number} value.', other: 'At least {count, number} values.' },
  'schema.valuesAtMost': { one: 'At most {count, number} value.', other: 'At most {count, number} values.' },
  'schema.itemTwice': 'The same item is there twice.',
  'schema.spelled': 'The server takes only letters from a to z here. Write it as {address}',
  'schema.wrongForm': 'This does not have the form that the server asks for.',
  'schema.wrongFormLike': 'This does not have the form that the server asks for, like “{example}”.',
  'schema.wrongFormat': 'This is not text of the form the server asks for.',
  'schema.tooSmall': 'Must be {minimum} or more.',
  'schema.tooLarge': 'Must be {maximum} or less.',
  'schema.notMore': 'Must be more than {minimum}.',
  'schema.notLess': 'Must be less than {maximum}.',
  'schema.notMultiple': 'Must be a multiple of {step}.',
  'schema.nothingAccepted': 'The server accepts no value here.',
  'schema.noKind': 'This is none of the kinds of value the server accepts here.',
  'schema.severalKinds': 'The server accepts this as one kind of value only, but it fits several: {kinds, unit}.',
  'schema.severalKindsUnnamed': 'The server accepts this as one kind of value only, but it fits several.',
  'schema.nameTwice': '“{name}” is there twice.',
  'schema.nameRefused': 'The server does not accept “{name}” here.',
  'schema.aNameRefused': 'The server does not accept a name in here.',
  'schema.inside': '“{path}”: {problem}',
  'schema.notAnObject': 'Arguments are a JSON object, in {braces}.',
  'schema.serverSays': 'The server says: {words}',

  'schema.mustNotBe': 'This must not be {what, disjunction}.',
  'schema.mustNotHaveForm': 'This must not be text of the form that the server excludes.',
  'schema.mustNotBeSent': '“{name}” must not be sent.',
  'schema.mustNotBeSentTogether': '{names} must not be sent together.',
  'schema.refusedAs': 'The server does not accept: {description}',
  'schema.refused': 'The server does not accept this value.',
  'schema.refusedHere': 'The server does not accept this value here.',
  'schema.refusedTogether': 'The server does not accept these values together.',
  'schema.mustBe': 'This must be {what, unit}.',
  'schema.mustHaveForm': 'This must be text of the form that the server asks for.',
  'schema.mustBeOneOf': 'This must be one of these: {choices}',
  'schema.containsAtLeast': {
    one: 'At least {count, number} item must be {what}.',
    other: 'At least {count, number} items must be {what}.',
  },
  'schema.containsAtMost': {
    one: 'At most {count, number} item may be {what}.',
    other: 'At most {count, number} items may be {what}.',
  },
  'schema.contains': '{atLeast} {atMost}',
  'schema.wrongItems': 'Too few or too many of the items are of the kind the server asks for.',
  'schema.what.limited': '{kind} ({limits, unit})',
  'schema.what.either': '{choices, disjunction}',
  'schema.what.object': 'an object as the server describes it',
  'schema.what.described': 'as the server describes it',
  'schema.fillInOne': 'Fill in exactly one of these: {groups}.',
  'schema.fillInSome': 'Fill in at least one of these: {groups}.',
  'schema.requiredOnce': 'This is required once “{name}” is given.',

  'schema.number.rounded':
    'This number came from the server and may have lost its last digits. Type it as it must be sent, or remove it.',
  'schema.number.tooLarge': 'This number is too large to be sent.',
  'schema.number.inexact': 'This number has more digits than can be sent exactly; {value} can.',
  'schema.number.separators': 'Write the number without separators, like 1234567.',
  'schema.number.point': 'Use a point for decimals, like 1.5.',
  'schema.number.unfinished': '“{text}” is not a finished number.',
  'schema.number.none': 'This is not a number.',

  'schema.json.tooLong': 'This text is too long.',
  'schema.json.at': 'Line {line}, column {column}: {problem}',
  'schema.json.afterEnd': 'there is something after the end of the JSON.',
  'schema.json.tooDeep': 'this is nested too deeply.',
  'schema.json.endsEarly': 'the JSON ends too early.',
  'schema.json.doubleQuotes': 'text needs double quotes.',
  'schema.json.number': 'this is not a JSON number.',
  'schema.json.rounded':
    'this number came from the server and may have lost its last digits. Type it as it must be sent, or remove it.',
  'schema.json.tooLarge': 'this number is too large to be sent.',
  'schema.json.inexact': 'this number has more digits than can be sent exactly; {value} can.',
  'schema.json.openQuote': 'this text has no closing quote.',
  'schema.json.lineBreak': 'this text runs over the end of the line; write {sign} for a new line.',
  'schema.json.badCharacter': 'this text has a backslash or control character that JSON does not allow.',
  'schema.json.name': 'a name in double quotes is expected.',
  'schema.json.nameTwice': '“{name}” is there twice.',
  'schema.json.colon': 'a colon is expected after the name.',
  'schema.json.comma': 'a comma or {close} is expected.',
  'schema.json.commaTooMany': 'there is a comma too many before {close}.',

  'schema.reason.anything': 'The server accepts any value here.',
  'schema.reason.anyObject': 'The server accepts any object here.',
  'schema.reason.tooManyKinds': {
    one: 'The server describes {count, number} kind of value here, more than can be chosen from.',
    other: 'The server describes {count, number} kinds of value here, more than can be chosen from.',
  },
  'schema.reason.tooManyChoices': {
    one: 'The server names {count, number} choice, more than a list can show.',
    other: 'The server names {count, number} choices, more than a list can show.',
  },
  'schema.reason.largeValues': 'The server names values here that are too large to show as choices.',
  'schema.reason.madeOfItself': 'The server’s description of this part is made of itself.',
  'schema.reason.tooManyCombined': 'The server combines too many descriptions here.',
  'schema.reason.reference': 'The server’s description has a reference that is not text.',
  'schema.reason.otherDocument': 'The server’s description refers to another document, which is not fetched.',
  'schema.reason.missingPart': 'The server’s description refers to a part that is not there.',
  'schema.reason.argumentsNothing': 'The server’s description of the arguments is wrong: it accepts nothing.',
  'schema.reason.argumentsOther':
    'The server’s description of the arguments is wrong: it asks for {types, disjunction}, but arguments are always an object.',

  'schema.unchecked': 'These values could not be checked in full before sending: {reason}.',
  'schema.checkNotLoaded': 'These values could not be checked in full before sending. {problem}',
} as const;

/** The error texts of this folder. */
export const errorText: ErrorTexts<typeof TEMPLATES> = defineErrorTexts(TEMPLATES);

/** Words of a list that a sentence names; longer lists are shortened. */
const MAX_NAMED = 6;

/** For a list in a sentence: “a, b, c, d, e or 3 more”. */
export function listed<Word extends string | ErrorText>(words: readonly Word[]): readonly (Word | ErrorText)[] {
  if (words.length <= MAX_NAMED) return words;
  return [...words.slice(0, MAX_NAMED - 1), errorText('schema.more', { count: words.length - MAX_NAMED + 1 })];
}

export function quoted(text: string): ErrorText {
  return errorText('schema.quoted', { text });
}

/** A sentence as the fields of an issue, or of a reading that failed. */
export function said({ key, params, text }: ErrorText): Pick<McpError, 'message' | 'key' | 'params'> {
  return { message: text, key, params };
}
