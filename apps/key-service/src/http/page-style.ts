/** The look of the web application, for pages of a few sentences. They load nothing, so each contains it. */
export const PAGE_STYLE = `
:root{color-scheme:light dark}
*{box-sizing:border-box}
body{font:1rem/1.55 system-ui,sans-serif;margin:0;padding:10vh 1rem 2rem;background:light-dark(#f7f8fa,#0e1013);color:light-dark(#16191d,#eceef1)}
header{margin:0 0 1rem;font-weight:600;text-align:center}
main{max-width:30rem;margin:0 auto;padding:1.75rem;border:1px solid light-dark(#e3e6ea,#2a2e37);border-radius:10px;background:light-dark(#fff,#1b1e24)}
h1{margin:0 0 1rem;font-size:1.25rem;line-height:1.3}
p{margin:0 0 1rem;overflow-wrap:anywhere}
p:last-child{margin-bottom:0}
a{color:light-dark(#3350c8,#8ea4ff)}
dl{display:grid;grid-template-columns:max-content 1fr;gap:.35rem 1.25rem;margin:0 0 1rem}
dt{color:light-dark(#565e69,#a4acb8)}
dd{margin:0;overflow-wrap:anywhere}
input,button{font:inherit;min-height:2.75rem;width:100%;border-radius:6px}
input{margin-top:.35rem;padding:0 .75rem;border:1px solid light-dark(#8a929e,#6b7482);background:transparent;color:inherit}
button{border:1px solid transparent;background:light-dark(#3b5bdb,#4263eb);color:#fff;cursor:pointer}
form+form{margin-top:.75rem}
form+form button{border-color:light-dark(#8a929e,#6b7482);background:transparent;color:inherit}
:focus-visible{outline:2px solid light-dark(#3350c8,#8ea4ff);outline-offset:2px}
`;
