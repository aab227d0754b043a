// Names for what the theme adds while a page is read: wide tables, which the keyboard can then scroll,
// and the buttons of blocks of code.
const NAMED = [
  { of: ".md-typeset__scrollwrap", name: "Table", role: "region", focus: true },
  { of: ".md-code__nav", name: "Block of code" },
];

function nameAll() {
  for (const { of, name, role, focus } of NAMED) {
    document.querySelectorAll(of).forEach((one, number) => {
      if (one.ariaLabel) return;
      one.setAttribute("aria-label", `${name} ${number + 1}`);
      if (role) one.setAttribute("role", role);
      if (focus) one.tabIndex = 0;
    });
  }
}

new MutationObserver(nameAll).observe(document.body, { childList: true, subtree: true });
nameAll();
