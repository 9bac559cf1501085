import { defineMessages, type Translate } from '../words/messages.js';

const MESSAGES = {
  'pageView.thePageCannotBe': 'The page cannot be shown.',
  'pageView.notPartOfThis': 'Not part of this page: nothing in it runs, loads or sends.',
  'pageView.pageFromTheServer': 'Page from the server, {name}',
  'pageView.shorter': 'Shorter',
  'pageView.taller': 'Taller',
  'pageView.theFirstLinks': 'The first {shown, number} of {all, number} links on this page',
  'pageView.theFirstLinksOrMore': 'The first {shown, number} of {all, number} links or more on this page',
  'pageView.linksOnThisPage': { one: '{count, number} link on this page', other: '{count, number} links on this page' },
  'pageView.policyAllowsNoFrame':
    'The security policy of the page around allows no such frame. To allow it, add {source} to {directive}.',
  'pageView.withoutATitle': 'without a title',
  'pageView.titledPage': 'A page from the server: “{title}”',
  'pageView.aPageFromTheServer': 'A page from the server',
  'pageView.images': { one: '{count, number} image', other: '{count, number} images' },
  'pageView.notLoaded': 'Not loaded: {images}.',
  'pageView.notLoadedFrom': 'Not loaded: {images} from {hosts}.',
  'pageView.andOtherHosts': {
    one: '{shown} and {count, number} other host',
    other: '{shown} and {count, number} other hosts',
  },
  'pageView.leftOutForSafety': {
    one: 'Left out for safety: {count, number} part that could run, load or ask something.',
    other: 'Left out for safety: {count, number} parts that could run, load or ask something.',
  },
} as const;

/** The words of this folder. */
export const t: Translate<typeof MESSAGES> = defineMessages(MESSAGES);
