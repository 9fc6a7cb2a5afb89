/** The client closed its connection before its request was whole. */
export class ClientGone extends Error {
  override readonly name = 'ClientGone';
}
