/** The mail server, and how to connect. */
export type SmtpServer = Readonly<{
  host: string;
  port: number;
  /**
   * `tls`: encrypted from the first byte. `starttls`: encrypted before any message, or nothing is sent. `none`: plaintext,
   * even if the server offers encryption.
   */
  security: 'tls' | 'starttls' | 'none';
  /** If set, no message is sent before the server has accepted the login. */
  login?: Readonly<{ user: string; password: string }> | undefined;
  /** Certificates trusted instead of Node's own, in PEM. */
  authorities?: string | undefined;
}>;
