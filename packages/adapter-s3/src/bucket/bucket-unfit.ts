/** The settings or the bucket do not fit; the message tells the operator what to change. */
export class BucketUnfit extends Error {
  override readonly name = 'BucketUnfit';
}
