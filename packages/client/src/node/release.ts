/**
 * Frees the memory of a piece that is no longer used. A transfer creates more pieces than the garbage collector
 * notices, because their bytes are outside of its heap. Does nothing for a slice of a larger buffer.
 */
export function releaseMemory({ buffer, byteLength }: Uint8Array): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0);
}
