import { toast } from '../../design/toasts.tsx';

/** Of a file whose sheets would fill the memory. */
export const refuseToPrint = (): void =>
  toast('This file is too long to be printed here. Download it and print it.', 'danger');
