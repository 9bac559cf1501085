/** Whether a host, as `URL.hostname` gives it, is this machine: what goes there leaves it by no network. */
export function isLoopbackHost(hostname: string): boolean {
  return /^(localhost|127(\.\d+){3}|\[::1\]|.*\.localhost)$/.test(hostname);
}
