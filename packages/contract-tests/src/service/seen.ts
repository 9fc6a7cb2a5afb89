/** Records successes and error codes, so that coverage of operations and codes is measured, not claimed. */
export class ServiceCoverage {
  /** Successful calls as `METHOD /path`, without the query. */
  readonly successes = new Set<string>();
  readonly codes = new Set<string>();

  note(method: string, path: string, status: number, code: string): void {
    if (status < 300) this.successes.add(`${method} ${path.replace(/\?.*$/, '')}`);
    if (code !== '') this.codes.add(code);
  }

  add(other: ServiceCoverage): void {
    for (const success of other.successes) this.successes.add(success);
    for (const code of other.codes) this.codes.add(code);
  }
}
