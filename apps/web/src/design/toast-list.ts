export type ToastAction = Readonly<{ name: string; run: () => void }>;
export type Toast = Readonly<{
  id: number;
  text: string;
  tone: 'good' | 'accent' | 'danger';
  actions: readonly ToastAction[];
  /** The dialog that lay over the page when it came. */
  dialog: string | undefined;
  /** The number of equal messages that it stands for. */
  times: number;
}>;

const SHOWN = 3;
const KEPT = 20;

/** The latest messages with another one. It takes the place of an equal one; those with buttons differ in their effects. */
export function withToast(toasts: readonly Toast[], added: Toast): readonly Toast[] {
  const isEqual = ({ text, tone, actions, dialog }: Toast): boolean =>
    text === added.text &&
    tone === added.tone &&
    dialog === added.dialog &&
    actions.length + added.actions.length === 0;
  const equal = toasts.find(isEqual);
  const others = toasts.filter((one) => one !== equal);
  return [...others, { ...added, times: added.times + (equal?.times ?? 0) }].slice(-KEPT);
}

/** The number of the oldest messages that are not shown. */
export const foldedCount = (toasts: readonly unknown[]): number => Math.max(0, toasts.length - SHOWN);
