/** The text is not in the form that its specification demands. The message says where. */
export class Malformed extends Error {
  override readonly name = 'Malformed';
}
