/** Where mail is handed over, and how. */
export type SmtpServer = Readonly<{
  host: string;
  port: number;
  /**
   * `tls`: encrypted from the first byte. `starttls`: encrypted before anything is said, or nothing is sent. `none`: in
   * the clear, also where the server offers more.
   */
  security: 'tls' | 'starttls' | 'none';
  /** With it, nothing is sent before the server has accepted it. */
  login?: Readonly<{ user: string; password: string }> | undefined;
  /** Certificates that are believed instead of those that Node believes, in PEM. */
  authorities?: string | undefined;
}>;
