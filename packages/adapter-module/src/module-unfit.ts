/** A package cannot serve as an adapter. The message completes a sentence that begins with the package, without its full stop. */
export class ModuleUnfit extends Error {
  override readonly name = 'ModuleUnfit';
}
