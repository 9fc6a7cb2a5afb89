export { t as openKeyVault, n as refuseNewToken } from "./pkcs11-DQnmsclA.js";
