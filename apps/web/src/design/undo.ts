import { explainError } from '../base/explain.ts';
import { toast } from './toasts.tsx';

/** Says what was done, with a button that takes it back. `takeBack` resolves with the words for that. */
export function toastWithUndo(said: string, takeBack: () => Promise<string>): void {
  const undo = async (): Promise<void> => {
    try {
      toast(await takeBack());
    } catch (error) {
      toast(explainError(error).text, 'danger');
    }
  };
  toast(said, 'good', [{ name: 'Undo', run: () => void undo() }]);
}
