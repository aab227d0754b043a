"""What MkDocs calls while it builds the site (mkdocs.yml); the other modules do the work."""

import re
from typing import Final

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import PluginError
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

from docsite import api_document, assets, home, outside, rulebook
from docsite.code_blocks import wrong_blocks

CONTENTS: Final = "<!-- contents of the rulebook -->"
UNNAMED: Final = {
    '<div class="md-search" data-md-component="search"': 'aria-label="Search"',
    '<iframe class="swagger-ui-iframe"': 'title="The API"',
}
SHOWN_FILE: Final = re.compile(r"^<!-- the file (\S+) -->$", flags=re.MULTILINE)


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add what is not written by hand in docs/."""
    for file in [*assets.files(config), *outside.files(config)]:
        files.append(file)
    made = {**rulebook.pages(), **home.shields(), api_document.URI: api_document.text()}
    for uri, text in made.items():
        files.append(File.generated(config, uri, content=text))
    return files


def on_post_page(output: str, page: Page, config: MkDocsConfig) -> str:
    """Name what the theme and the viewer of the API leave without a name for screen readers."""
    for unnamed, name in UNNAMED.items():
        output = output.replace(unnamed, f"{unnamed} {name}")
    return output


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Refuse blocks that no test tries, show what stands elsewhere, and mend links out of docs/."""
    if wrong := wrong_blocks(markdown):
        raise PluginError(f"{page.file.src_uri}: {wrong[0]}")
    if page.file.src_uri == home.URI:
        markdown = home.prepare(markdown, page.meta)
    markdown = markdown.replace(CONTENTS, rulebook.contents())
    markdown = SHOWN_FILE.sub(lambda found: outside.code_of(found[1]), markdown)
    return outside.with_links_on_site(markdown, page.file.src_uri)
