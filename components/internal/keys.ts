/** True where the key for commands is ⌘ and not Ctrl. */
export const hasCommandKey = (): boolean => /^(Mac|iP)/.test(globalThis.navigator?.platform ?? '');
