"""Where others reach this tutor: for codes on paper and links that a teacher hands out."""

import os
import socket
import struct
import sys
from collections.abc import Iterator
from contextlib import suppress
from enum import StrEnum, unique
from urllib.parse import urlencode, urlsplit, urlunsplit

import segno
import streamlit as st

from tutor.drawing.markup import Html, tag
from tutor.frontend import Scheme, colours
from tutor.pages.frame import session
from tutor.serving.gate import ADDRESS, is_address, is_at_home, is_local


def base() -> str:
    """Return the address of the tutor without a slash at its end; nothing, if it is not known.

    The setting goes first, then the address by which this page was opened. A teacher who
    runs the tutor on their own machine sees it at an address that only this machine knows;
    others need the one it has in the network.
    """
    given = os.environ.get(ADDRESS, "").strip().rstrip("/")
    if is_address(given):
        return given
    url = urlsplit(str(st.context.url or ""))
    if not url.netloc:
        return ""
    where = url.netloc
    if is_local(url.hostname or "") and (hosts := networks()):
        used = _chosen[0] if _chosen and _chosen[0] in hosts else hosts[0]
        where = f"{used}:{url.port}" if url.port else used
    return urlunsplit((url.scheme, where, url.path.rstrip("/").rpartition("/")[0], "", ""))


def of(path: str, **query: str) -> str:
    """Return the address of a page for others to open.

    It says nothing of this session's settings: whoever opens it keeps their own language.
    """
    return f"{base()}/{path}?{urlencode(query)}"


def is_set() -> bool:
    """Whether a setting names the address; where several processes serve the tutor, one does."""
    return bool(os.environ.get(ADDRESS, "").strip())


def reachable() -> bool:
    """Whether the address of the tutor is one that other machines may know."""
    host = urlsplit(base()).hostname or ""
    return bool(host) and not is_local(host)


def bound() -> str:
    """Return the one address at which this server was told to answer alone, or nothing."""
    chosen = str(st.get_option("server.address") or "")
    return "" if chosen in _EVERYWHERE else chosen


_EVERYWHERE = ("0.0.0.0", "::")  # noqa: S104 - what somebody may choose
"""Addresses that mean all networks of the machine, as no address does."""


def here_alone() -> bool:
    """Whether the tutor was started for its own machine alone, and no setting names an address."""
    there = bound()
    return bool(there) and is_local(there) and not is_set()


@unique
class Reach(StrEnum):
    """Who can open an address: this machine, its network, everybody for now, everybody."""

    HERE = "here"
    NETWORK = "network"
    OPENED = "opened"
    LASTING = "lasting"


def reach(url: str) -> Reach:
    """Return how far an address reaches and whether it will be true tomorrow.

    A number is a machine's place in a network of today, and so is a name without a domain or in
    one that is given out at home. What was read off the page's own address is likely to last.
    """
    host = (urlsplit(url).hostname or "").rstrip(".")
    if is_local(host):
        return Reach.HERE
    if is_at_home(host):
        return Reach.NETWORK
    return Reach.OPENED if not is_set() and url == base() else Reach.LASTING


def choice() -> tuple[str, ...]:
    """Return the networks to choose from, the one in use first; none where nobody need choose.

    That is: the tutor runs on the machine of whoever opened it, and has several addresses. The
    address of the page is the browser's own word; where it is, the connection says.
    """
    here = urlsplit(str(st.context.url or "")).hostname or ""
    there = session.network()
    if is_set() or not is_local(here) or not (there is None or is_local(there)):
        return ()
    hosts = networks()
    used = urlsplit(base()).hostname
    return tuple(sorted(hosts, key=lambda address: address != used)) if len(hosts) > 1 else ()


def choose(network: str) -> None:
    """Use this address of the machine, as long as it has it, if whoever asks may choose."""
    if network in choice():
        _chosen[:] = [network]


_chosen: list[str] = []
"""The address that was chosen. The process keeps it, not the session: who opens the tutor on
the machine it runs on is its one teacher, and a reloaded wall shows the same."""


def networks() -> tuple[str, ...]:
    """Return the addresses at which others may reach the tutor now, the likeliest first.

    Nothing is sent to find out. A network that leads nowhere else, as a hall's own Wi-Fi may,
    is no worse: no route leads to places outside it, and its card alone tells.
    """
    if here_alone():
        return ()
    addresses, tunnels = [_towards(place) for place in _PLACES], set[str]()
    if sys.platform == "linux":
        for address, flags in _of_interfaces():
            if flags & _TUNNEL:
                tunnels.add(address)
            if flags & _RUNNING:
                addresses.append(address)
    elif sys.platform == "win32":
        with suppress(OSError, UnicodeError):  # of a name such as 太郎-PC it knows no address
            addresses.extend(socket.gethostbyname_ex(socket.gethostname())[2])
    others = dict.fromkeys(address for address in addresses if address and not is_local(address))
    # A VPN takes over the way to everywhere, but no telephone in the hall is at its other end.
    return tuple(sorted(others, key=lambda address: address in tunnels))


_PLACES = ("192.0.2.1", "192.168.255.254", "10.255.255.254", "172.31.255.254")
"""Where this machine might send something: an address nobody has (RFC 5737), and one in each
kind of private network."""


def _towards(place: str) -> str | None:
    """Return the address from which this machine would send to a place."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect((place, 9))
        except OSError:
            return None
        return str(probe.getsockname()[0])


if sys.platform == "linux":
    import fcntl

    def _of_interfaces() -> Iterator[tuple[str, int]]:
        """Yield the address and the flags of every network card, hotspot and tunnel."""
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asked:
            for _, name in socket.if_nameindex():
                request = struct.pack("256s", name.encode()[:15])
                try:
                    flags = fcntl.ioctl(asked.fileno(), 0x8913, request)  # SIOCGIFFLAGS
                    answer = fcntl.ioctl(asked.fileno(), 0x8915, request)  # SIOCGIFADDR
                except OSError:
                    continue
                yield socket.inet_ntoa(answer[20:24]), struct.unpack_from("H", flags, 16)[0]

    _RUNNING, _TUNNEL = 0x40, 0x10
    """Of a card's flags (IFF_RUNNING, IFF_POINTOPOINT): a cable is in, a Wi-Fi was joined; there
    is one other end and no more, as of a VPN."""


def show_reach(url: str) -> None:
    """Show who cannot open links that begin with *url*, and what to do; nothing if all can."""
    say, far = session.texts(), reach(url)
    where = urlsplit(url).netloc
    if far == Reach.OPENED:
        st.caption(say("address.opened", address=where))
    elif far != Reach.LASTING:
        st.warning(
            "\n\n".join((say(f"address.{far}", address=where), say("address.to-do"))),
            icon=":material/link_off:",
        )


def on_paper(url: str) -> str:
    """Return the address to which codes on paper lead, and show who cannot open it.

    Nothing is returned where no phone could: such a code is worse than none.
    """
    show_reach(url)
    if reach(url) != Reach.HERE:
        return url
    st.caption(session.texts()("handouts.codes.none"))
    return ""


def show_limits() -> None:
    """Show briefly, below a link that a learner passes on, who alone can open it, if not all."""
    far = reach(base())
    if far in {Reach.HERE, Reach.NETWORK}:
        st.caption(session.texts()(f"address.pass-on.{far}"))


def show_qr_code(address: str, label: str, *more: str) -> None:
    """Show *address* as a QR code, dark on white in every scheme; *label* is what is heard."""
    seen = colours(Scheme.LIGHT)
    code = segno.make(address, error="m", micro=False)
    drawn: str = code.svg_inline(
        dark=seen["code"], light=seen["code-paper"], border=3, omitsize=True
    )
    whole = tag(
        "div", Html(drawn), class_=" ".join(("qr-code", *more)), role="img", aria_label=label
    )
    st.markdown(whole, unsafe_allow_html=True)
