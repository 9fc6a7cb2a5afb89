/** The store cannot be opened as it is set up; the message tells its operator what to change. */
export class BucketUnfit extends Error {
  override readonly name = 'BucketUnfit';
}
