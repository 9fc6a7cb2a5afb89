/** Names of this machine in addresses, which may begin with http. */
export const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;
