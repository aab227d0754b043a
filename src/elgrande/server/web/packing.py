"""Large answers are packed for the way to the browser.

Only those that hold no token and nothing that others write: the length of a packed answer tells
something about its secrets to whoever can choose a part of it.
"""

from typing import Final

from litestar.config.compression import CompressionConfig
from litestar.middleware import DefineMiddleware
from litestar.middleware.compression import CompressionMiddleware

# One packet of the network carries this much anyway.
WORTH_IT: Final = 1400
PACKED: Final = DefineMiddleware(
    CompressionMiddleware,
    config=CompressionConfig(backend="gzip", minimum_size=WORTH_IT, gzip_compress_level=6),
)
