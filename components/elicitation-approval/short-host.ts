const HOST_LENGTH = 60;

/** A host for a sentence or a button. Cut at the front: its end says whose it is. The whole address is shown beside it. */
export function shortHost(host: string): string {
  return host.length > HOST_LENGTH ? `…${host.slice(1 - HOST_LENGTH)}` : host;
}
