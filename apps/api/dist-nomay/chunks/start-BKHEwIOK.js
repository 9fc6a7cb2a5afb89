export { t as start } from "./start-CMmDxPZj.js";
