/** The name of the key that commands are pressed with. */
export const MODIFIER = /Mac|iP(?:hone|ad|od)/.test(navigator.userAgent) ? '⌘' : 'Ctrl';
