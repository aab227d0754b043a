export default {
  shareDialog: {
    title: "Share this moment",
    preview: "The board at this moment, as others see it beside the link",
    noPicture: "This server cannot draw pictures.",
    link: "Link to this moment",
    copy: "Copy",
    linkCopied: "Link copied.",
    codeCopied: "Code copied.",
    byHand: "Select the text and copy it yourself.",
    png: "Picture (PNG)",
    svg: "Drawing (SVG)",
    clip: "Clip of this turn (GIF)",
    page: "The game as a page (HTML)",
    frame: "Code for your own site",
    notPublic:
      "To show the replay on your own site, let everyone look at the game first: on the page with its result.",
  },
};
