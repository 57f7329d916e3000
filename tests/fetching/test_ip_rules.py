from __future__ import annotations

from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tamis.io.fetching import is_public
from tamis.io.fetching.ip_rules import NAT64, REFUSED_PORTS, refusal

# The networks that Python's own tables call special; RFC 6890 and its updates.
PRIVATE_IPV4 = [
    *("0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12"),
    *("192.0.0.0/24", "192.0.2.0/24", "192.168.0.0/16", "198.18.0.0/15", "198.51.100.0/24", "203.0.113.0/24"),
    *("224.0.0.0/4", "240.0.0.0/4"),
]
PRIVATE_IPV6 = [
    *(
        "::/96",
        "::ffff:0:0/96",
        "64:ff9b:1::/48",
        "100::/64",
        "2001::/23",
        "2001:db8::/32",
        "2002::/16",
        "3fff::/20",
    ),
    *("5f00::/16", "fc00::/7", "fe80::/10", "fec0::/10", "ff00::/8"),
]


def within(network: str) -> st.SearchStrategy[IPv4Address | IPv6Address]:
    parsed = IPv6Network(network) if ":" in network else IPv4Network(network)
    first, last = int(parsed.network_address), int(parsed.broadcast_address)
    kind = type(parsed.network_address)
    return st.integers(first, last).map(kind)


@settings(deadline=None)
@given(st.sampled_from(PRIVATE_IPV4 + PRIVATE_IPV6).flatmap(within))
def test_no_address_in_a_special_network_is_public(address: IPv4Address | IPv6Address) -> None:
    assert not is_public(address)


@settings(deadline=None)
@given(st.one_of(st.ip_addresses(v=4), st.ip_addresses(v=6), st.sampled_from(PRIVATE_IPV4).flatmap(within)))
def test_what_python_calls_not_global_is_never_public(address: IPv4Address | IPv6Address) -> None:
    odd = address.is_multicast or address.is_reserved or address.is_link_local or address.is_loopback
    # To Python all of NAT64 is reserved; here it is judged by the address inside.
    if (not address.is_global or odd) and address not in NAT64:
        assert not is_public(address)


@settings(deadline=None)
@given(st.ip_addresses(v=4))
def test_an_address_carried_by_a_translator_is_judged_by_itself(inner: IPv4Address) -> None:
    nat64 = IPv6Address(int(NAT64.network_address) | int(inner))
    assert is_public(nat64) == is_public(inner)


@settings(deadline=None)
@given(st.ip_addresses(v=4))
def test_ipv4_in_ipv6_spelling_is_never_public(inner: IPv4Address) -> None:
    assert not is_public(IPv6Address(f"::ffff:{inner}"))


@pytest.mark.parametrize(
    "text",
    [
        "1.1.1.1",
        "8.8.8.8",
        "93.184.216.34",
        "192.31.196.1",
        "2606:4700::1111",
        "2a00:1450::1",
        "64:ff9b::808:808",
    ],
)
def test_ordinary_addresses_are_public(text: str) -> None:
    assert is_public(ip_address(text))


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("127.0.0.1", "this computer"),
        ("169.254.169.254", "metadata"),
        ("168.63.129.16", "cloud"),
        ("100.100.100.200", "carrier"),
        ("10.1.2.3", "private"),
        ("::1", "this computer"),
        ("fd00:ec2::254", "private"),
        ("fe80::1%eth0", "link-local"),
        ("fec0::1", "private"),
        ("::7f00:1", "not on the public internet"),
        ("64:ff9b::7f00:1", "carries 127.0.0.1"),
        ("2002:a9fe:a9fe::", "6to4"),
        ("2001:0:53aa:64c::1", "Teredo"),
    ],
)
def test_a_refusal_says_why(text: str, word: str) -> None:
    assert word in (refusal(ip_address(text)) or "")


def test_web_ports_are_open_and_others_of_the_fetch_standard_closed() -> None:
    assert not REFUSED_PORTS & {80, 443, 8000, 8080, 8443, 3000, 5000}
    assert {0, 22, 25, 53, 110, 6000, 6667, 6679, 10080} <= REFUSED_PORTS
