import { defineMessages, type Translate } from '../words/messages.js';

const MESSAGES = {
  'allowedHosts.imagesAndIconsMay': 'Images and icons may load from',
  'allowedHosts.stopLoadingFrom': 'Stop loading from {host}',
  'allowedHosts.stop': 'Stop',
  'allowedHosts.iconsAreNotLoaded': 'Icons are not loaded. They would come from',
  'allowedHosts.alwaysLoadFrom': 'Always load from {host}',
  'allowedHosts.load': 'Load',
  'allowedHosts.anotherSiteThanThis': 'another site than this server',
} as const;

/** The words of this folder. */
export const t: Translate<typeof MESSAGES> = defineMessages(MESSAGES);
