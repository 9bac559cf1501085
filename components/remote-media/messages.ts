import { defineMessages, type Translate } from '../words/messages.js';

const MESSAGES = {
  'remoteMedia.itIsDamagedIt':
    'It is damaged, it did not come, or the security policy of this page forbids it (img-src or media-src).',
  'remoteMedia.loadOnce': 'Load once',
  'remoteMedia.itIsOnThis': 'It is on this computer or in the network around it: loading it may do something there.',
  'remoteMedia.loadingTellsThatSite': 'Loading tells that site your network address, and that you look at this.',
  'remoteMedia.showUnchecked': 'Show unchecked',
  'remoteMedia.shownSoTheSite': 'Shown so, the site can know you by its cookies, and send you on to another site.',
  'remoteMedia.notLoaded.image': 'Image was not loaded.',
  'remoteMedia.namedNotLoaded.image': 'Image was not loaded: “{alt}”',
  'remoteMedia.notLoadedFrom.image': 'Image from {host} was not loaded',
  'remoteMedia.namedNotLoadedFrom.image': 'Image from {host} was not loaded: “{alt}”',
  'remoteMedia.notShownFrom.image': 'Image from {host} was not shown',
  'remoteMedia.namedNotShownFrom.image': 'Image from {host} was not shown: “{alt}”',
  'remoteMedia.loadingFrom.image': 'Loading the image from {host}.',
  'remoteMedia.mediaFrom.image': 'Image from {host}',
  'remoteMedia.notLoaded.audio': 'Sound was not loaded.',
  'remoteMedia.namedNotLoaded.audio': 'Sound was not loaded: “{alt}”',
  'remoteMedia.notLoadedFrom.audio': 'Sound from {host} was not loaded',
  'remoteMedia.namedNotLoadedFrom.audio': 'Sound from {host} was not loaded: “{alt}”',
  'remoteMedia.notShownFrom.audio': 'Sound from {host} was not shown',
  'remoteMedia.namedNotShownFrom.audio': 'Sound from {host} was not shown: “{alt}”',
  'remoteMedia.loadingFrom.audio': 'Loading the sound from {host}.',
  'remoteMedia.mediaFrom.audio': 'Sound from {host}',
  'remoteMedia.notLoaded.video': 'Video was not loaded.',
  'remoteMedia.namedNotLoaded.video': 'Video was not loaded: “{alt}”',
  'remoteMedia.notLoadedFrom.video': 'Video from {host} was not loaded',
  'remoteMedia.namedNotLoadedFrom.video': 'Video from {host} was not loaded: “{alt}”',
  'remoteMedia.notShownFrom.video': 'Video from {host} was not shown',
  'remoteMedia.namedNotShownFrom.video': 'Video from {host} was not shown: “{alt}”',
  'remoteMedia.loadingFrom.video': 'Loading the video from {host}.',
  'remoteMedia.mediaFrom.video': 'Video from {host}',
  'remoteMedia.alwaysLoadFrom': 'Always load from {host}',
  'remoteMedia.itDidNotComeOr': 'It did not come, or {host} does not let other pages read what it sends.',
  'remoteMedia.from': 'From {host}',
} as const;

/** The words of this folder. */
export const t: Translate<typeof MESSAGES> = defineMessages(MESSAGES);
